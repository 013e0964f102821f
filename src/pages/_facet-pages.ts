import { faces } from 'virtual:build'
import { listWords } from '#catalog/list-words.ts'
import { catalog, changesOf } from '#catalog/published.ts'
import { addresses } from '#core/addresses.ts'
import { facet } from '#present/browse.ts'
import { facetGroups, facetWord, landingGroups } from '#present/facet-choice.ts'

/** The facet groups that have a page for each value, such as each topic. */
const pageGroups = [...landingGroups, 'topic'] as const
export type PageGroup = (typeof pageGroups)[number]

/** Pages with fewer listings than this are noindex. */
export const fewestListings = 3

/** Astro's static paths for the values of a facet group. */
export function facetPaths(group: PageGroup) {
  const { written } = facetGroups[group]
  return valuesOf(group).map((value) => ({ params: { value: written(value) }, props: { value } }))
}

/** A feed for each facet page, with the changes of the listings on that page. */
export function facetFeeds() {
  const to = addresses('')
  return pageGroups.flatMap((group) => {
    const { kind, written, page } = facetGroups[group]
    return valuesOf(group).map((value) => ({
      title: wordsOf(group, value).title,
      page: page(written(value), to).slice(1),
      changes: changesOf([facet(kind, value)]),
    }))
  })
}

/** All values of a facet group with their counts and first listings, for the page of that group. */
export function facetList(group: PageGroup) {
  const { kind, written, page } = facetGroups[group]
  const counts = catalog.facetCounts()
  return valuesOf(group).map((value) => ({
    value,
    name: facetWord(group, value) ?? wordsOf(group, value).name,
    text: wordsOf(group, value).text,
    href: page(written(value), addresses('')),
    count: counts.get(facet(kind, value)) ?? 0,
    ...firstOf(facet(kind, value)),
  }))
}

/** At most this many listings of a facet are read, so that a large directory builds as fast. */
const mostRead = 60

/** The listings of a facet from which those with the faces on its page are chosen. */
export function mostPopular(key: string) {
  return catalog.list({ task: 'all', sort: 'popular', offset: 0, limit: mostRead, facets: [key] })
    .listings
}

// The first listings of a facet, and their names alone.
function firstOf(key: string) {
  const products = mostPopular(key)
    .map((listing) => ({ slug: listing.slug, name: listing.field('name') }))
    // Products with a logo first: the others are shown as letters.
    .toSorted((a, b) => Number(b.slug in faces) - Number(a.slug in faces))
    .slice(0, 3)
  return { products, first: products.map(({ name }) => name) }
}

/** Every facet page, except the pages of tools and categories. */
export function landingPages(site: string) {
  const to = addresses(site)
  const counts = catalog.facetCounts()
  return pageGroups.flatMap((group) => {
    const { kind, written, page } = facetGroups[group]
    return valuesOf(group).map((value) => ({
      url: page(written(value), to),
      facets: [facet(kind, value)],
      count: counts.get(facet(kind, value)) ?? 0,
    }))
  })
}

function valuesOf(group: PageGroup): readonly string[] {
  if (group === 'task') return catalog.tasks.map(({ slug }) => slug)
  if (group === 'topic') return catalog.topics.map(({ slug }) => slug)
  return facetGroups[group].options
}

// The `!` is safe: the check of content/ requires a text for every value.
const wordsOf = (group: PageGroup, value: string) => listWords(catalog, catalog, { group, value })!
