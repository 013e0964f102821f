import { facet, ofCode } from '#present/lists/browse.ts'
import type { Published } from './questions.ts'

/** A tool of a single listing may be chance. */
const fewest = 2

/**
 * The tools that most listings with a facet are built with, most first, equal ones by name. Of a
 * tool's own listings that tool itself is left out. Only stacks of code count.
 */
export function mostUsedTools(
  { facetCounts, tools }: Pick<Published, 'facetCounts' | 'tools'>,
  wanted: string,
): { slug: string; name: string; count: number }[] {
  const counts = facetCounts([wanted, ofCode])
  return tools
    .map(({ slug, name }) => ({ slug, name, count: counts.get(facet('tool', slug)) ?? 0 }))
    .filter(({ slug, count }) => facet('tool', slug) !== wanted && count >= fewest)
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
}

/** The majors of a tool that listings ask for, most first, equal ones newest first. */
export function majorsAsked(
  { facetCounts }: Pick<Published, 'facetCounts'>,
  slug: string,
): { major: number; count: number }[] {
  const prefix = facet('tool', `${slug}@`)
  return [...facetCounts([facet('tool', slug)])]
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, count]) => ({ major: Number(key.slice(prefix.length)), count }))
    .toSorted((a, b) => b.count - a.count || b.major - a.major)
}

/** How many of the listings whose stack is that of their code have a facet. */
export function shareOf({ totalOf }: Pick<Published, 'totalOf'>, wanted: string) {
  const [count, of] = [totalOf([wanted, ofCode]), totalOf([ofCode])]
  return { count, of, percent: Math.round((100 * count) / Math.max(1, of)) }
}
