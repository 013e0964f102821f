import { fewestAlternatives, mostAlternatives } from '#catalog/alternatives.ts'
import { nearPartners } from '#catalog/compare-view.ts'
import { type NearListing, nearListings } from '#catalog/near.ts'
import { catalog, prerenderedSlugs } from '#catalog/published.ts'
import { fifoCache } from '#core/fifo-cache.ts'
import { once } from '#core/once.ts'

const near = fifoCache<string, NearListing[]>(Infinity)

/** The listings most similar to a listing. Found once: pairs and alternatives ask several times. */
export const nearOf = (slug: string) =>
  near(slug, () => nearListings(catalog, catalog.product(slug)!, mostAlternatives))

/** The slugs of near pairs, in alphabetical order. Search engines may read their comparisons. */
export function nearPairs(): [string, string][] {
  return prerenderedSlugs().flatMap((slug) =>
    nearPartners(slug, nearOf).flatMap((other): [string, string][] =>
      slug < other ? [[slug, other]] : [],
    ),
  )
}

/** The slugs of the listings that have a page of alternatives. */
export const alternativesSlugs = once(() =>
  prerenderedSlugs().filter((slug) => nearOf(slug).length >= fewestAlternatives),
)
