import { expect, it } from 'vitest'
import { claimReasonFrom, fitWords, reasonFrom } from './reasons.ts'

const reasons = {
  reject: [
    { key: 'spam', title: 'Spam', text: 'It advertises.' },
    { key: 'no-product', title: 'No product', text: 'There is none.' },
  ],
  revise: [
    {
      key: 'kind',
      title: 'Kind',
      text: 'Another fits.',
      with_fit: { of: ['qualification_type', 'agent_use_case'] as const, text: '{{fit}} fits.' },
    },
    {
      key: 'use-case',
      title: 'Use case',
      text: 'Another does.',
      with_fit: { of: ['agent_use_case'] as const, text: 'It is {{fit}}.' },
    },
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

it.each([
  ['kind', 'Another fits.'],
  ['kind=support', 'the use case support fits.'],
  ['kind=support+agentic_workflow', 'the kind agentic_workflow and the use case support fits.'],
  ['kind, use-case=voice', 'Another fits. It is the use case voice.'],
  ['a=b', 'a=b'],
])('a reason names what fits where its key is followed by it: %j', (words, text) => {
  expect(reasonFrom(reasons, 'revise', words)).toEqual({ text })
})

it.each([
  ['kind=suport', 'What fits is one of agent_native,'],
  ['kind=', 'What fits is one of'],
  ['use-case=agent_native', 'What fits is one of support,'],
])('what is no kind and no use case is not mailed: %j', (words, problem) => {
  expect(reasonFrom(reasons, 'revise', words)).toEqual({
    problem: expect.stringContaining(problem),
  })
})

it('a reason that names nothing takes nothing', () => {
  expect(reasonFrom(reasons, 'reject', 'spam=support')).toEqual({
    problem: 'The reason spam names nothing that fits.',
  })
})

it('what fits has a digit each at the desk', () => {
  expect(fitWords.length).toBeLessThanOrEqual(9)
})

it('a reason for a claim belongs to one state of it', () => {
  expect(claimReasonFrom(reasons, 'needs_revision', 'links')).toEqual({ text: 'Open them.' })
  expect(claimReasonFrom(reasons, 'not_verified', 'links')).toEqual({ text: 'links' })
})
