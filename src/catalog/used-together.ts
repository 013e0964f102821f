import { facet } from '#present/browse.ts'
import type { Published } from './questions.ts'

const shown = 8
/** At least this many listings must use both tools: a single one may be chance. */
const fewest = 2

/** The tools most often used together with a tool. */
export function usedTogether(
  directory: Pick<Published, 'facetCounts' | 'tools'>,
  tool: string,
): { slug: string; name: string; count: number }[] {
  const counts = directory.facetCounts([facet('tool', tool)])
  return directory.tools
    .map(({ slug, name }) => ({ slug, name, count: counts.get(facet('tool', slug)) ?? 0 }))
    .filter(({ slug, count }) => slug !== tool && count >= fewest)
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .slice(0, shown)
}
