import { expect, it } from 'vitest'
import { proseParts } from './prose.ts'

const said = (text: string) =>
  proseParts(text).map((part) => (part.isCode ? [part.text] : part.text))

it('what stands between backticks is code', () => {
  expect(said('the command line `ctx7` and `run()`')).toEqual([
    'the command line ',
    ['ctx7'],
    ' and ',
    ['run()'],
  ])
  expect(said('`act` works')).toEqual([['act'], ' works'])
})

it('a text without a pair of backticks stays as it is', () => {
  for (const text of ['plain', 'one ` alone', 'over ` two\nlines `', '``'])
    expect(said(text)).toEqual([text])
  expect(said('')).toEqual([])
})
