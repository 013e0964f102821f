import { expect, it } from 'vitest'
import { addressHash, offToken, readOffToken } from './off-switch.ts'

const link = (token: string) => `https://proofstack.example/mail-off?token=${token}`
const off = { secret: 'a secret of at least 32 characters, for tests', link }
const other = { secret: 'another secret of at least 32 characters', link }

it('the token of an address leads to its hash, however it is written', () => {
  const hash = addressHash(off, 'ada@example.com')
  expect(readOffToken(off, offToken(off, ' Ada@Example.COM '))).toBe(hash)
  expect(addressHash(off, 'bob@example.com')).not.toBe(hash)
})

it('reveals nothing of the address, and needs no escaping in a URL', () => {
  const token = offToken(off, 'ada@example.com')
  expect(token).toMatch(/^[\w-]{24}\.[\w-]{24}$/)
  const decoded = token.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'))
  expect([token, ...decoded].join(' ')).not.toMatch(/ada|example/i)
})

it('a token of another service leads nowhere', () => {
  const token = offToken(off, 'ada@example.com')
  const [hash, seal] = token.split('.') as [string, string]
  for (const made of [
    '',
    '.',
    hash,
    `${hash}.`,
    `${hash}.${hash}`,
    `.${seal}`,
    `${token}.`,
    `${token}x`,
    ` ${token}`,
    `${hash}.${'ü'.repeat(12)}`,
    `${addressHash(off, 'bob@example.com')}.${seal}`,
    offToken(other, 'ada@example.com'),
  ])
    expect(readOffToken(off, made)).toBeUndefined()
})
