import { listWords } from '#catalog/list-words.ts'
import { mostUsedTools } from '#catalog/most-used-tools.ts'
import { catalog, changesOf } from '#catalog/published.ts'
import { addresses } from '#core/addresses.ts'
import { facet } from '#present/lists/browse.ts'
import { facetGroups, facetWord, landingGroups } from '#present/lists/facet-choice.ts'

/** The facet groups that have a page for each value, such as each topic. */
const pageGroups = [...landingGroups, 'topic'] as const
export type PageGroup = (typeof pageGroups)[number]

/** Pages with fewer listings than this are noindex. */
export const fewestListings = 3

/** Astro's static paths of every value of the facet groups. */
export function facetPaths() {
  return allPages('').map(({ group, value, url }) => ({
    params: { facet: url.slice(1) },
    props: { group, value },
  }))
}

/** A feed for each facet page, with the changes of the listings on that page. */
export function facetFeeds() {
  return allPages('').map(({ group, value, key, url }) => ({
    title: wordsOf(group, value).title,
    page: url.slice(1),
    changes: changesOf([key]),
  }))
}

/** All values of a facet group with their counts and first listings, for the page of that group. */
export function facetList(group: PageGroup) {
  const counts = catalog.facetCounts()
  return pagesOf(group, '').map(({ value, key, url }) => ({
    value,
    name: facetWord(group, value) ?? wordsOf(group, value).name,
    text: wordsOf(group, value).text,
    href: url,
    count: counts.get(key) ?? 0,
    ...firstOf(key),
  }))
}

/** Of each facet, this many listings are shown. */
const mostListings = 3

// The first listings of a facet, and their names alone.
function firstOf(key: string) {
  const query = { task: 'all', sort: 'popular', offset: 0, limit: mostListings } as const
  const products = catalog.list({ ...query, facets: [key] }).listings.map(({ slug, field }) => ({
    slug,
    name: field('name'),
    topics: field('topics'),
  }))
  return { products, first: products.map(({ name }) => name) }
}

/** Of each topic, this many tools are shown. */
const mostTools = 4

/** The topics with products, each with the tools that most of its products are built with. */
export function topicList() {
  // Languages tell no topic from another.
  const isShown = ({ slug }: { slug: string }) =>
    catalog.toolsBySlug.get(slug)!.category !== 'languages-runtimes'
  return facetList('topic')
    .filter(({ count }) => count > 0)
    .map((topic) => ({
      ...topic,
      tools: mostUsedTools(catalog, facet('topic', topic.value))
        .filter(isShown)
        .slice(0, mostTools),
    }))
}

/** Every facet page, except the pages of tools and categories. */
export function landingPages(site: string) {
  const counts = catalog.facetCounts()
  return allPages(site).map(({ key, url }) => ({
    url,
    facets: [key],
    count: counts.get(key) ?? 0,
  }))
}

const allPages = (site: string) => pageGroups.flatMap((group) => pagesOf(group, site))

/** The values of a facet group, each with its facet and its page. */
function pagesOf(group: PageGroup, site: string) {
  const { kind, written, page } = facetGroups[group]
  const to = addresses(site)
  return valuesOf(group).map((value) => {
    return { group, value, key: facet(kind, value), url: page(written(value), to) }
  })
}

function valuesOf(group: PageGroup): readonly string[] {
  if (group === 'task') return catalog.tasks.map(({ slug }) => slug)
  if (group === 'topic') return catalog.topics.map(({ slug }) => slug)
  return facetGroups[group].options
}

// The `!` is safe: the check of content/ requires a text for every value.
const wordsOf = (group: PageGroup, value: string) => listWords(catalog, catalog, { group, value })!
