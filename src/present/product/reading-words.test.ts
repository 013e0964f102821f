import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Reading } from '#contract/resources/reading.ts'
import { addresses } from '#core/addresses.ts'
import { sampleProduct } from '#testing/sample-records.ts'
import { productDetail } from '#present/present.ts'
import { readingSentence } from './reading-words.ts'

const reading: Reading = {
  by: 'Proofstack editors (agent)',
  at: '2026-11-22T06:24:31.588Z',
  repository: 'https://github.com/acme/app',
  commit: '3098622cb016b6eb9bf0cd3650c6924f6d56e9e6',
  committed_on: '2026-03-27',
}
const sentenceOf = (part: Partial<Parameters<typeof sampleProduct>[0]>) =>
  readingSentence(productDetail(sampleProduct({ slug: 'acme', ...part }), new Map(), addresses('')))

it('the page of a listing says who or what read its sources, at which commit, with both days', () => {
  const curated = { source_kind: 'curated', reading } as const
  expect(sentenceOf(curated)).toBe(
    'Its sources were read at commit 3098622 of 27 March 2026 on 22 November 2026, by Proofstack editors (agent).',
  )
  expect(sentenceOf({ ...curated, reading: { ...reading, committed_on: null } })).toBe(
    'Its sources were read at commit 3098622 on 22 November 2026, by Proofstack editors (agent).',
  )
})

it('no reading is claimed that is not recorded: a submission was approved, another listing entered', () => {
  expect(sentenceOf({ source_kind: 'user_submission' })).toBe(
    'It was submitted, and an editor approved it on 2 January 2026.',
  )
  expect(sentenceOf({ source_kind: 'curated' })).toBe('It was entered by the editors.')
  const evidence = [{ type: 'documentation', url: 'https://acme.example', shows: null }]
  expect(sentenceOf({ source_kind: 'curated', evidence })).toBe(
    'It was entered by the editors, from the evidence below.',
  )
})

it('no page, document or mail says of all listings that a person or an editor read them', () => {
  const files = [
    ...globSync('src/**/*.{ts,astro,mjml}', { exclude: ['**/*.test.ts'] }),
    ...globSync('functions/*.{ts,astro}', { exclude: ['**/*.test.ts'] }),
    ...globSync('content/docs/*.md'),
  ]
  const untrue =
    /(?:read|reviewed|looked at|checked)\s+by\s+(?:a\s+person|people|an\s+editor)|person\s+(?:reads|read|reviewed|reviews)\s+every/i
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => untrue.test(readFileSync(file, 'utf8')))).toEqual([])
})
