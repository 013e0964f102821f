import { catalog, changesOf, landingWords } from '#catalog/published.ts'
import { addresses } from '#core/addresses.ts'
import { facet } from '#core/browse.ts'
import { type LandingGroup, facetGroups, facetWord, landingGroups } from '#core/facet-choice.ts'

/** Below that a page has too little of its own for an index. */
export const fewestListings = 3

/** The places of the first pages of the values of a group. */
export function facetPaths(group: LandingGroup) {
  const { written } = facetGroups[group]
  return valuesOf(group).map((value) => ({ params: { value: written(value) }, props: { value } }))
}

/** The feeds of the pages of one facet: what changed of the listings that each of them shows. */
export function facetFeeds() {
  const to = addresses('')
  return landingGroups.flatMap((group) => {
    const { kind, written, page } = facetGroups[group]
    return valuesOf(group).map((value) => ({
      title: landingWords(`${group}/${written(value)}`).title,
      page: page(written(value), to).slice(1),
      changes: changesOf([facet(kind, value)]),
    }))
  })
}

/** Every value of a group with how many listings have it, for the page that leads to them. */
export function facetShelf(group: LandingGroup) {
  const { kind, written, page } = facetGroups[group]
  const counts = catalog.facetCounts()
  return valuesOf(group).map((value) => ({
    name: facetWord(group, value) ?? landingWords(`${group}/${written(value)}`).title,
    text: landingWords(`${group}/${written(value)}`).text,
    href: page(written(value), addresses('')),
    count: counts.get(facet(kind, value)) ?? 0,
    first: catalog
      .list({ task: 'all', sort: 'popular', offset: 0, limit: 3, facets: [facet(kind, value)] })
      .listings.map((listing) => (JSON.parse(listing.brief()) as { name: string }).name),
  }))
}

/** Every page of one facet that is not of a tool or a category of tools. */
export function landingPages(site: string) {
  const to = addresses(site)
  const counts = catalog.facetCounts()
  return landingGroups.flatMap((group) => {
    const { kind, written, page } = facetGroups[group]
    return valuesOf(group).map((value) => ({
      url: page(written(value), to),
      facets: [facet(kind, value)],
      count: counts.get(facet(kind, value)) ?? 0,
    }))
  })
}

function valuesOf(group: LandingGroup): readonly string[] {
  return group === 'task' ? catalog.tasks.map(({ slug }) => slug) : facetGroups[group].options
}
