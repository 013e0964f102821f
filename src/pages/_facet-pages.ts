import { listWords } from '#catalog/list-words.ts'
import { mostUsedTools } from '#catalog/most-used-tools.ts'
import { catalog } from '#catalog/published.ts'
import { paths as to } from '#core/addresses.ts'
import { plural } from '#core/plural.ts'
import { families, familiesOf, familyNames } from '#core/topics.ts'
import { facet } from '#present/lists/browse.ts'
import { facetGroups, facetWord, landingGroups, listAddress } from '#present/lists/facet-choice.ts'

/** The facet groups that have a page for each value, such as each topic. */
const pageGroups = [...landingGroups, 'topic'] as const
type PageGroup = (typeof pageGroups)[number]

/** Pages with fewer listings than this are noindex. */
export const fewestListings = 3

/** Of each topic, this many tools are shown. */
const mostTools = 4

/** The topics with products, each with the tools that most of its products are built with. */
export function topicList() {
  const counts = catalog.facetCounts()
  // Languages tell no topic from another.
  const isShown = ({ slug }: { slug: string }) =>
    catalog.toolsBySlug.get(slug)!.category !== 'languages-runtimes'
  return pagesOf('topic').flatMap(({ value, key, url }) => {
    const count = counts.get(key) ?? 0
    if (count === 0) return []
    const tools = mostUsedTools(catalog, key).filter(isShown).slice(0, mostTools)
    const text = `${plural(count, 'product')}${tools.length > 0 ? ', built with' : ''}`
    const { name } = wordsOf('topic', value)
    return [{ slug: value, topics: [value], name, href: url, count, text, tools }]
  })
}

/** The topics with products under their families, most products first; `few` have only some. */
export function topicFamilies() {
  const familyOf = familiesOf(catalog.topics)
  const byFamily = Map.groupBy(topicList(), ({ slug }) => familyOf[slug]!)
  return families.flatMap((family) => {
    const topics = (byFamily.get(family) ?? []).toSorted((a, b) => b.count - a.count)
    const [many = [], few = []] = [true, false].map((isMany) =>
      topics.filter(({ count }) => count >= fewestListings === isMany),
    )
    return topics.length > 0 ? [{ id: family, title: familyNames[family], many, few }] : []
  })
}

/** The values of the other filters as lists of links, for the page of the topics. */
export function filterLists() {
  const counts = catalog.facetCounts()
  return filtersListed.map(({ id, title, group }) => ({
    id,
    title,
    links: valuesOf(group)
      .map((value) => ({
        name: facetWord(group, value) ?? taskName(value),
        href: listAddress({ [group]: value }, {}, to),
        count: counts.get(facet(facetGroups[group].kind, value)) ?? 0,
      }))
      .filter(({ count }) => count > 0),
  }))
}

const taskName = (task: string) => catalog.tasks.find(({ slug }) => slug === task)!.name

const filtersListed = [
  { id: 'use-cases', title: 'Use cases', group: 'use' },
  { id: 'tasks', title: 'Tasks', group: 'task' },
  { id: 'kinds', title: 'Types', group: 'kind' },
  { id: 'audiences', title: 'Audiences', group: 'for' },
  { id: 'proof', title: 'What the code shows', group: 'proof' },
  { id: 'licences', title: 'Licences', group: 'licence' },
] as const

/** The first page of each topic, use case and task, with its facet. */
export const facetPages = () => pageGroups.flatMap(pagesOf)

/** The values of a facet group, each with its facet and its page. */
function pagesOf(group: PageGroup) {
  const { kind, written, page } = facetGroups[group]
  return valuesOf(group).map((value) => {
    return { group, value, key: facet(kind, value), url: page(written(value), to) }
  })
}

function valuesOf(group: PageGroup | (typeof filtersListed)[number]['group']): readonly string[] {
  if (group === 'task') return catalog.tasks.map(({ slug }) => slug)
  if (group === 'topic') return catalog.topics.map(({ slug }) => slug)
  return facetGroups[group].options
}

/** The words of a facet page. The `!` is safe: the check of content/ requires a text for every value. */
export const wordsOf = (group: PageGroup, value: string) => listWords(catalog, { group, value })!
