import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keptQuestion } from './kept-question.ts'

describe('a question that is kept', () => {
  it.each([
    ['  Too many\n ALARMS at night ', 'too many alarms at night'],
    ['microsoft-agent-framework', 'microsoft-agent-framework'],
    ['llama 3.1 405b on gpt-4o', 'llama 3.1 405b on gpt-4o'],
    ['alerts since 2024', 'alerts since 2024'],
    ['ｉｎｂｏｘ agent', 'inbox agent'],
  ])('%j is %j', (asked, kept) => {
    expect(keptQuestion(asked)).toBe(kept)
  })

  it.each([
    ['reply to ada@acme.example for me', 'reply to for me'],
    ['reply to ada＠acme.example for me', 'reply to for me'],
    ['reply to ada @ acme.example for me', 'reply to for me'],
    ['read https://acme.example/?token=abc please', 'read please'],
    ['call 0170 123 45 67 every day', 'call every day'],
    ['call +49 (170) 123-4567', 'call'],
    ['customer 1234567 asks', 'customer asks'],
    ['why does sk-proj-abCdEf1234567890 fail', 'why does fail'],
    ['password x7k29dq4', 'password'],
    ['use ghp_AbCdEfGhIjKlMnOpQrStUv', 'use'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc jwt', 'jwt'],
  ])(
    'of %j nothing is left that looks like an address, a secret or a long number',
    (asked, kept) => {
      expect(keptQuestion(asked)).toBe(kept)
    },
  )

  it.each(['', '?!', '12 34', 'ada@acme.example', '0170 1234567'])(
    'there is none of %j',
    (asked) => {
      expect(keptQuestion(asked)).toBeNull()
    },
  )

  it('has at most 80 characters, no line break, no @ and no seven digits, for any question', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 300 })
    const asked = fc.oneof(text, fc.stringMatching(/^[a-z0-9@ .+-]{0,200}$/))
    fc.assert(
      fc.property(asked, (question) => {
        const kept = keptQuestion(question)
        if (kept === null) return
        expect([...kept].length).toBeLessThanOrEqual(80)
        expect(kept).not.toMatch(/[\n@]|\p{N}{7}/u)
        expect(keptQuestion(kept)).toBe(kept)
      }),
    )
  })
})
