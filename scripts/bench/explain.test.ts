import { expect, it } from 'vitest'
import { statementOf } from './explain.ts'

// As Postgres 15 writes it, without what nobody reads.
const message = (plan: object) =>
  `duration: 0.421 ms  plan:\n${JSON.stringify({ 'Query Text': 'select 1', Plan: plan }, null, 2)}`
const node = (type: string, given: object = {}) => ({
  'Node Type': type,
  'Actual Rows': 1,
  'Actual Loops': 1,
  'Shared Hit Blocks': 3,
  'Shared Read Blocks': 1,
  ...given,
})

it('a statement is told with its time, its pages and every scan, the same ones as one', () => {
  const byKey = { 'Relation Name': 'words', 'Index Name': 'words_pkey', 'Actual Loops': 7 }
  const plan = node('Aggregate', {
    Plans: [
      node('Bitmap Heap Scan', {
        'Relation Name': 'documents',
        'Actual Rows': 409,
        'Rows Removed by Filter': 1,
        Plans: [node('Bitmap Index Scan', { 'Index Name': 'documents_head', 'Actual Rows': 410 })],
      }),
      node('Index Scan', byKey),
      node('Index Scan', byKey),
    ],
  })
  expect(statementOf(message(plan))).toEqual([
    '  0.42 ms, 4 pages: bitmap heap scan documents 409 of 410; ' +
      'bitmap index scan documents_head 410; index scan words_pkey 14 in 14',
  ])
})

it('a scan that was never begun is left out, and so is a statement that reads no table', () => {
  const never = node('Seq Scan', { 'Relation Name': 'documents', 'Actual Loops': 0 })
  expect(statementOf(message(node('Result', { Plans: [never] })))).toEqual([])
  expect(statementOf('a notice of something else')).toEqual([])
})
