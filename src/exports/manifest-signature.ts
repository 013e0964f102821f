import { type KeyObject, createPublicKey, sign } from 'node:crypto'

/** The Ed25519 signature of the bytes of a file, in base64. */
export function signatureOf(bytes: Uint8Array, key: KeyObject): string {
  return sign(null, bytes, key).toString('base64')
}

/** The content of /.well-known/proofstack-key.json: the public key as a JWK (RFC 8037). */
export function publicKey(key: KeyObject) {
  return { ...createPublicKey(key).export({ format: 'jwk' }), use: 'sig', alg: 'EdDSA' }
}
