import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonLeaves } from './json-leaves.ts'

describe('jsonLeaves', () => {
  it('gives each value at most two keys deep, with its keys and line', () => {
    const text =
      '\ufeff{\n  "a": {\n    "b" :\n      "x,{\\"}",\n    "c": {"d": null}\n  },\n  "e": [1, []]\n}\n'
    expect(jsonLeaves(text)).toEqual([
      { keys: ['a', 'b'], value: 'x,{"}', line: 4 },
      { keys: ['e', 0], value: 1, line: 7 },
    ])
  })

  it('refuses invalid JSON', () => {
    expect(() => jsonLeaves('{"a": 1,}')).toThrow(SyntaxError)
  })

  it('gives these values of any document in order', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (document, space) => {
        const text = JSON.stringify(document, null, space)
        const given = jsonLeaves(text).map(({ keys, value }) => [keys, value])
        expect(given).toEqual(walk([], JSON.parse(text)))
      }),
    )
  })
})

function walk(keys: (string | number)[], value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return keys.length > 2 ? [] : [[keys, value]]
  if (Array.isArray(value)) return value.flatMap((inner, place) => walk([...keys, place], inner))
  return Object.entries(value).flatMap(([key, inner]) => walk([...keys, key], inner))
}
