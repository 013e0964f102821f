import { expect, it } from 'vitest'
import { claimReasonFrom, reasonFrom } from './reasons.ts'

const reasons = {
  reject: [
    { key: 'spam', title: 'Spam', text: 'It advertises.' },
    { key: 'no-product', title: 'No product', text: 'There is none.' },
  ],
  claim: [{ key: 'links', title: 'Links', text: 'Open them.', status: 'needs_revision' as const }],
}

it.each([
  ['spam', 'It advertises.'],
  ['no-product, spam', 'There is none. It advertises.'],
  ['spam,spam', 'It advertises.'],
  ['No.', 'No.'],
  ['closed', 'closed'],
  ['It sells, spam, and more', 'It sells, spam, and more'],
])('%j is what the owner gets: %j', (words, text) => {
  expect(reasonFrom(reasons, 'reject', words)).toEqual({ text })
})

it.each([
  ['no-prodct', 'There is no reason no-prodct. Reasons: spam, no-product;'],
  ['spam,links', 'There is no reason links.'],
])('a key that is a slip is not mailed: %j', (words, problem) => {
  expect(reasonFrom(reasons, 'reject', words)).toEqual({
    problem: expect.stringContaining(problem),
  })
})

it('a reason for a claim belongs to one state of it', () => {
  expect(claimReasonFrom(reasons, 'needs_revision', 'links')).toEqual({ text: 'Open them.' })
  expect(claimReasonFrom(reasons, 'not_verified', 'links')).toEqual({ text: 'links' })
})
