import { facet } from '#present/lists/browse.ts'
import type { Published } from './questions.ts'

/** A tool of a single listing may be chance. */
const fewest = 2

/**
 * The tools that most listings with a facet are built with, most first, equal ones by name. Of a
 * tool's own listings that tool itself is left out.
 */
export function mostUsedTools(
  { facetCounts, tools }: Pick<Published, 'facetCounts' | 'tools'>,
  wanted: string,
): { slug: string; name: string; count: number }[] {
  const counts = facetCounts([wanted])
  return tools
    .map(({ slug, name }) => ({ slug, name, count: counts.get(facet('tool', slug)) ?? 0 }))
    .filter(({ slug, count }) => facet('tool', slug) !== wanted && count >= fewest)
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
}
