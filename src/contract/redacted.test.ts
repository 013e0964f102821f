import { expect, it } from 'vitest'
import { redacted } from './redacted.ts'

it.each([
  ['key (email)=(ada@letters.example) exists', 'key (email)=<address> exists'],
  ['"ada@letters.example" is taken', '"<address>" is taken'],
  ['GET /a?email=ada@letters.example&x=1', 'GET /a?email=<address>&x=1'],
  ['GET /a?email=ada%40letters.example', 'GET /a?email=<address>'],
  ['a=ada@b.example=c@d and @b or ada@', 'a=<address> and @b or ada@'],
  ['nothing to hide', 'nothing to hide'],
])('%j is logged as %j', (text, logged) => {
  expect(redacted({ message: text })).toBe(logged)
  expect(redacted(text)).toBe(logged)
})

it('an error is logged with its stack, without addresses', () => {
  const text = redacted(new Error('no such user ada@letters.example'))
  expect(text).toContain('redacted.test.ts')
  expect(text).not.toContain('letters.example')
})
