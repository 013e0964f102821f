import { createPublicKey, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { publicKey, signatureOf, signingKey } from './signing-key.ts'

const key = signingKey('a secret of at least 32 characters', 'manifest of /data')
const isSigned = (bytes: Buffer, signature: string, by = key) =>
  verify(
    null,
    bytes,
    createPublicKey({ key: publicKey(by), format: 'jwk' }),
    Buffer.from(signature, 'base64'),
  )

it('a signature is checked with the public key alone, and one other byte fails', () => {
  const bytes = Buffer.from('{"count":225}')
  const signature = signatureOf(bytes, key)
  expect(isSigned(bytes, signature)).toBe(true)
  expect(isSigned(Buffer.from('{"count":226}'), signature)).toBe(false)
})

it('the key is the same for the same secret, and another for another one', () => {
  expect(publicKey(signingKey('a secret of at least 32 characters', 'manifest of /data'))).toEqual(
    publicKey(key),
  )
  const other = signingKey('another secret of 32 characters ..', 'manifest of /data')
  expect(publicKey(other).x).not.toBe(publicKey(key).x)
})

it('the published key has no private part', () => {
  expect(Object.keys(publicKey(key)).toSorted()).toEqual(['alg', 'crv', 'kty', 'use', 'x'])
})
