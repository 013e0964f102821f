import { expect, it } from 'vitest'
import { routeCondition } from './route-condition.ts'

it('a route without conditions applies to every request', () => {
  expect(routeCondition()({})).toBe(true)
})

it('a header alone must be there; with a value, its whole text must match', () => {
  expect(routeCondition([{ type: 'header', key: 'X-Mark' }])({ 'x-mark': '' })).toBe(true)
  expect(routeCondition([{ type: 'header', key: 'X-Mark' }])({})).toBe(false)
  const either = routeCondition([{ type: 'header', key: 'accept', value: 'a/b|c/d' }])
  expect(
    [{ accept: 'a/b' }, { accept: 'c/d' }, { accept: 'a/b, c/d' }, { accept: 'xa/b' }, {}].map(
      (headers) => either(headers),
    ),
  ).toEqual([true, true, false, false, false])
})

it('all conditions must be met', () => {
  const both = routeCondition([
    { type: 'header', key: 'a' },
    { type: 'header', key: 'b', value: '\\d+' },
  ])
  expect([{ a: '', b: '12' }, { a: '' }, { b: '12' }].map((headers) => both(headers))).toEqual([
    true,
    false,
    false,
  ])
})

it('a condition that it does not know ends the start, not the request', () => {
  expect(() => routeCondition([{ type: 'cookie', key: 'a' }])).toThrow('cookie')
})

it('a parameter must be in the query, whatever else is there', () => {
  const sorted = routeCondition([{ type: 'query', key: 'sort' }])
  expect(sorted({}, new URLSearchParams('tool=redis&sort='))).toBe(true)
  expect(sorted({ sort: 'popular' }, new URLSearchParams('tool=redis'))).toBe(false)
  expect(sorted({})).toBe(false)
})
