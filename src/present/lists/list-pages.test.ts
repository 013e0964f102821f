import { expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import type { FacetGroup } from './facet-choice.ts'
import { listPage, numberedLists, readPageNumber } from './list-pages.ts'

it('each list with pages of its own has them where its address leads, and no other list has', () => {
  for (const [pattern, group] of numberedLists) {
    const of = group && { group, value: 'x' }
    const address = listPage(of, 7, addresses(''))
    expect(address).toBe(pattern.replace('[value]', 'x').replace('[number]', '7'))
  }
  const groups = [...numberedLists.values()].filter((group) => group !== undefined)
  expect(groups.sort()).toEqual<FacetGroup[]>(['task', 'tool', 'topic', 'use'])
})

it.each([
  ['2', 2],
  ['417', 417],
  ['1', undefined],
  ['0', undefined],
  ['02', undefined],
  ['2.5', undefined],
  ['1e9', undefined],
  ['9999999', undefined],
  ['', undefined],
])('%j is page %j', (text, page) => {
  expect(readPageNumber(text)).toBe(page)
})
