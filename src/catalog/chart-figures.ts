// What the charts of topics and of /stats count. Pages draw them, and their preview pictures do.
import { facet } from '#present/browse.ts'
import { type QuarterShare, sharesOf } from '#present/trend-words.ts'
import type { Catalog, Published } from './questions.ts'

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

/** The categories of tools with their shares by quarter, the most used first. */
export function categoryShares({ categories, trends }: Pick<Catalog, 'categories' | 'trends'>): {
  slug: string
  name: string
  shares: QuarterShare[]
}[] {
  const counted = trends()
  return categories
    .flatMap(({ slug, name }) => {
      const trend = counted.categories.find((one) => one.slug === slug)
      const shares = trend ? sharesOf(counted, trend.used) : []
      return shares.length > 1 ? [{ slug, name, shares }] : []
    })
    .toSorted((a, b) => b.shares.at(-1)!.percent - a.shares.at(-1)!.percent)
}
