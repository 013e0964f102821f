import { alternativesTo } from '#catalog/alternatives.ts'
import { type Paired, nearPartners } from '#catalog/compare-view.ts'
import { briefOf } from '#catalog/listing-view.ts'
import { catalog } from '#catalog/published.ts'
import { addresses } from '#core/addresses.ts'
import { compareAddress } from '#present/side-by-side.ts'
import { prerenderedSlugs } from './product/_prerendered.ts'

/** A pair with a page of its own, in the order of its address. */
export type Pair = [Paired, Paired]

const to = addresses('')
let pairs: Map<string, Pair> | undefined
let slugs: string[] | undefined

/** Every pair of listings that are near to each other, by its address. */
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

/** Where two listings are compared: the page of the pair, or else the function. */
export function pairAddress(one: string, other: string): string {
  const [first, second] = [one, other].sort() as [string, string]
  const page = to.comparePair(first, second)
  return pairPages().has(page) ? page : compareAddress([first, second], to)
}

/** The listings whose alternatives have a page. */
export function alternativesSlugs(): string[] {
  return (slugs ??= prerenderedSlugs().filter(
    (slug) => alternativesTo(catalog, catalog.product(slug)!).length > 0,
  ))
}
