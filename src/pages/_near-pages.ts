import { alternativesTo } from '#catalog/alternatives.ts'
import { type Paired, nearPartners } from '#catalog/compare-view.ts'
import { briefOf } from '#catalog/listing-view.ts'
import { catalog } from '#catalog/published.ts'
import { addresses } from '#core/addresses.ts'
import { compareAddress } from '#present/side-by-side.ts'
import { prerenderedSlugs } from './product/_prerendered.ts'

/** Two listings whose comparison has its own page, in the order of the page's URL. */
export type Pair = [Paired, Paired]

const to = addresses('')
let pairs: Map<string, Pair> | undefined
let slugs: string[] | undefined

/** All comparisons that have their own page, by its path: pairs of similar listings. */
export function pairPages(): Map<string, Pair> {
  if (pairs) return pairs
  const filed = new Set(prerenderedSlugs())
  pairs = new Map()
  for (const slug of [...filed].sort()) {
    const listing = catalog.product(slug)!
    for (const other of nearPartners(catalog, listing))
      if (slug < other.slug && filed.has(other.slug))
        pairs.set(to.comparePair(slug, other.slug), [briefOf(listing), other])
  }
  return pairs
}

/**
 * The path of the comparison of two listings: their own page if it exists, or else the function
 * that compares any listings.
 */
export function pairAddress(one: string, other: string): string {
  const [first, second] = [one, other].sort() as [string, string]
  const page = to.comparePair(first, second)
  return pairPages().has(page) ? page : compareAddress([first, second], to)
}

/** The slugs of the listings that have a page of alternatives. */
export function alternativesSlugs(): string[] {
  return (slugs ??= prerenderedSlugs().filter(
    (slug) => alternativesTo(catalog, catalog.product(slug)!).length > 0,
  ))
}
