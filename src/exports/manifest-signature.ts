import { type KeyObject, createPrivateKey, createPublicKey, hkdfSync, sign } from 'node:crypto'

/**
 * The bytes of an Ed25519 private key in PKCS #8 (RFC 8410, section 7) that precede the 32 bytes of
 * the key itself.
 */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * The key that signs the manifest of /data. It is derived from the service secret, so that every
 * build has the same key.
 */
export function signingKey(secret: string): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'manifest of /data', 32))
  return createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })
}

/** The Ed25519 signature of the bytes of a file, in base64. */
export function signatureOf(bytes: Uint8Array, key: KeyObject): string {
  return sign(null, bytes, key).toString('base64')
}

/** The content of /.well-known/proofstack-key.json: the public key as a JWK (RFC 8037). */
export function publicKey(key: KeyObject) {
  return { ...createPublicKey(key).export({ format: 'jwk' }), use: 'sig', alg: 'EdDSA' }
}
