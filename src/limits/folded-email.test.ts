import { expect, it } from 'vitest'
import { foldedEmail } from './folded-email.ts'

it.each([
  ['ada@example.com', 'ada@example.com'],
  ['ada+one@example.com', 'ada@example.com'],
  ['a.da@example.com', 'a.da@example.com'],
  ['a.d.a+two+three@gmail.com', 'ada@gmail.com'],
  ['ada@googlemail.com', 'ada@gmail.com'],
])('%s counts as %s', (email, folded) => {
  expect(foldedEmail(email)).toBe(folded)
})
