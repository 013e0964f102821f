import { expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { bareAddress, securityText } from './security-text.ts'

const to = addresses('https://proofstack.example')
const at = (now: string) =>
  securityText(to, { contact: 'editors@proofstack.example', now: new Date(now) })

it('security.txt has a contact, its address and one expiry within a year, as RFC 9116 requires', () => {
  const text = at('2026-11-22T03:00:00Z')
  expect(text).toContain('Contact: mailto:editors@proofstack.example\n')
  expect(text).toContain('Canonical: https://proofstack.example/.well-known/security.txt\n')
  const [, expires = '', ...more] = text.split(/^Expires: (.*)$/m)
  expect(more).toHaveLength(1)
  const days = (Date.parse(expires) - Date.parse('2026-11-22T03:00:00Z')) / 86_400_000
  expect(days).toBeGreaterThan(300)
  expect(days).toBeLessThan(365)
})

it('security.txt is the same for all builds of a month', () => {
  expect(at('2026-11-01T00:00:00Z')).toBe(at('2026-11-30T23:59:59Z'))
  expect(at('2026-12-01T00:00:00Z')).not.toBe(at('2026-11-30T23:59:59Z'))
})

it('the contact is the address of a sender, without its name', () => {
  expect(bareAddress('Us <us@x.example>')).toBe('us@x.example')
  expect(bareAddress(' us@x.example ')).toBe('us@x.example')
})
