import { expect, it } from 'vitest'
import { figure } from './figure.ts'
import { asMarkdown, asText } from './report.ts'

const list = { part: 'reads', name: 'list of 24', unit: '/s', floorIs: 'the same bytes' } as const
const machine = { processor: 'Some CPU', cores: 2, node: '24.21.0', postgres: '15.14' }
const small = [figure({ ...list, value: 1234.5, floor: 2000 })]
const large = [
  figure({ ...list, value: null, more: { why: 'it answered 404' } }),
  figure({ part: 'build', name: 'files', unit: 'files', value: 28_631 }),
]

it('the table has a row for each figure, a column for each size, and names machine and floors', () => {
  const sizes = [
    { size: 100, figures: small },
    { size: 10_000, figures: large },
  ]
  expect(asMarkdown({ machine, sizes })).toBe(
    [
      '| measured | 100 listings | 10,000 listings |',
      '| --- | ---: | ---: |',
      '| list of 24 | 1,235/s (0.617) | – |',
      '| files |  | 28,631 |',
      '',
      'Measured with `npm run bench` on 2 cores (Some CPU), Node 24.21.0, Postgres 15.14. In parentheses: the ratio to a floor of the same run, which is the same bytes.',
    ].join('\n'),
  )
})

it('what could not be measured says why', () => {
  expect(asText(10_000, large)).toContain('why it answered 404')
})
