import { facet } from '#present/browse.ts'
import type { Published } from './questions.ts'

const mostTools = 15
/** A tool of a single listing may be chance. */
const fewest = 2

/** The tools that most listings of a topic are built with, most first. */
export function topicStack(
  { facetCounts, tools }: Pick<Published, 'facetCounts' | 'tools'>,
  topic: string,
): { slug: string; name: string; count: number }[] {
  const counts = facetCounts([facet('topic', topic)])
  return tools
    .map(({ slug, name }) => ({ slug, name, count: counts.get(facet('tool', slug)) ?? 0 }))
    .filter(({ count }) => count >= fewest)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, mostTools)
}
