import { browseView, rowsPerPage } from '#catalog/browse-view.ts'
import { catalog, landingWords, pictureOf, publishedChanges } from '#catalog/published.ts'
import { addresses } from '#core/addresses.ts'
import { facet } from '#core/browse.ts'
import { type LandingGroup, facetGroups, facetWord, landingGroups } from '#core/facet-choice.ts'
import { describedPage, itemList } from '#exports/structured-data.ts'

/** Below that a page has too little of its own for an index. */
export const fewestListings = 3

/** The places of the pages of a group: each value, and each page of its list. */
export function facetPaths(group: LandingGroup) {
  const { kind, written } = facetGroups[group]
  const counts = catalog.facetCounts()
  return valuesOf(group).flatMap((value) => {
    const pages = Math.max(1, Math.ceil((counts.get(facet(kind, value)) ?? 0) / rowsPerPage))
    return Array.from({ length: pages }, (_, index) => ({
      params: { value: written(value), page: index === 0 ? undefined : String(index + 1) },
      props: { value, page: index + 1 },
    }))
  })
}

/** What a page of one facet shows. */
export function facetPage(group: LandingGroup, value: string, page: number) {
  const to = addresses('')
  const { written, page: addressOf } = facetGroups[group]
  const name = `${group}/${written(value)}`
  const words = landingWords(name)
  const view = browseView(catalog, catalog, { choice: { [group]: value }, page }, to)
  const place = page > 1 ? `, page ${page}` : ''
  return {
    ...words,
    view,
    name: facetWord(group, value) ?? words.title,
    heading: `${words.title}${place}`,
    isThin: view.total < fewestListings,
    description: describedPage(
      words.text,
      page,
      view.rows.map(({ product }) => product.name),
    ),
    feed: addressOf(written(value), to),
    picture: pictureOf(addressOf(written(value), to)),
    about: [
      { '@type': 'CollectionPage', description: words.text },
      itemList(
        view.rows.map(({ product }) => ({ name: product.name, url: to.listing(product.slug) })),
      ),
    ],
  }
}

/** The feeds of the pages of one facet: what changed of the listings that each of them shows. */
export function facetFeeds() {
  const to = addresses('')
  return landingGroups.flatMap((group) => {
    const { kind, written, page } = facetGroups[group]
    return valuesOf(group).map((value) => {
      const listed = new Set(
        [...catalog.listings([facet(kind, value)])].map((listing) => listing.slug),
      )
      return {
        title: landingWords(`${group}/${written(value)}`).title,
        page: page(written(value), to).slice(1),
        changes: publishedChanges.filter(({ product }) => listed.has(product.slug)),
      }
    })
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
