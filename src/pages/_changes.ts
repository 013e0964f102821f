import { publishedChanges } from '#catalog/published.ts'
import { addresses } from '#core/addresses.ts'
import {
  type ChangeFilter,
  changeFilterNames,
  changeFilters,
  presentChange,
} from '#present/change.ts'

const changes = publishedChanges.map((change) => presentChange(change, addresses('')))

/** The changes of the changelog, newest first, of all types or of one type. */
export function changesOf(filter?: ChangeFilter) {
  const type = filter && changeFilters[filter].type
  return changes.filter((change) => type === undefined || change.type === type)
}

/** The change types that make useful filters: they occur, but not in every change. */
export function filledChangeFilters(): ChangeFilter[] {
  return changeFilterNames.filter((name) => {
    const { length } = changesOf(name)
    return length > 0 && length < changes.length
  })
}

/** The filters of the changelog as links with counts. "All" comes first. */
export function changeLinks(chosen?: ChangeFilter) {
  const to = addresses('')
  return [
    { text: 'All', href: to.changelog, count: changes.length, isChosen: chosen === undefined },
    ...filledChangeFilters().map((name) => ({
      text: changeFilters[name].title,
      href: to.changesOf(name),
      count: changesOf(name).length,
      isChosen: name === chosen,
    })),
  ]
}
