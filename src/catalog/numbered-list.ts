import type { Addresses } from '#core/addresses.ts'
import { facet } from '#present/lists/browse.ts'
import { afterClick, facetGroups } from '#present/lists/facet-choice.ts'
import { type ListOf, listPage, numberedLists, orderOfList } from '#present/lists/list-pages.ts'
import { browseView, rowsPerPage } from './browse-view.ts'
import { listWords } from './list-words.ts'
import { prerenderedPages } from './prerendered.ts'
import type { Lists, Published } from './questions.ts'

/**
 * The content of one page of a list, and the URL of its first page; undefined if the list has fewer
 * pages.
 */
export function numberedList(
  directory: Lists,
  { of, page }: { of: ListOf; page: number },
  to: Addresses,
) {
  const words = listWords(directory, of)
  if (!words) return undefined
  const choice = of ? afterClick({}, of.group, of.value) : {}
  const sort = orderOfList(of?.group)
  const view = browseView(directory, { choice, sort, page, of }, to)
  return view.rows.length === 0 && page > 1
    ? undefined
    : { of, words, first: listPage(of, 1, to)!, view }
}

/** Of every list, the pages after the first that a build renders. */
export function numberedPages({
  total,
  facetCounts,
}: Pick<Published, 'total' | 'facetCounts'>): { of: ListOf; page: number }[] {
  const counts = facetCounts()
  return [...numberedLists.values()].flatMap((group) => {
    const lists: [ListOf, number][] = group ? valuesOf(group, counts) : [[undefined, total]]
    return lists.flatMap(([of, count]) => {
      const made = prerenderedPages(total, Math.ceil(count / rowsPerPage))
      return Array.from({ length: Math.max(0, made - 1) }, (_, index) => ({ of, page: index + 2 }))
    })
  })
}

function valuesOf(
  group: keyof typeof facetGroups,
  counts: ReadonlyMap<string, number>,
): [ListOf, number][] {
  const prefix = facet(facetGroups[group].kind, '')
  return [...counts].flatMap(([key, count]): [ListOf, number][] =>
    key.startsWith(prefix) ? [[{ group, value: key.slice(prefix.length) }, count]] : [],
  )
}
