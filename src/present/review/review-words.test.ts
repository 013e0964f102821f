import { expect, it } from 'vitest'
import { NextActionCode } from '#contract/enums.ts'
import { needsConfirmation, reviewWords } from './review-words.ts'

it('says of no state that there is nothing to do: an address may wait to be confirmed', () => {
  for (const code of NextActionCode.options)
    for (const hasProposal of [true, false]) {
      const { state, next } = reviewWords(code, { hasProposal })
      expect(`${state} ${next}`).not.toMatch(/nothing to do/)
    }
})

it('the address is to be confirmed first while the review waits, and never twice', () => {
  expect(needsConfirmation(null, false)).toBe(true)
  expect(needsConfirmation('unverified', false)).toBe(true)
  expect(needsConfirmation('unverified', true)).toBe(false)
  for (const owner of ['email_verified', 'domain_verified', 'editor_verified'] as const)
    expect(needsConfirmation(owner, false)).toBe(false)
})
