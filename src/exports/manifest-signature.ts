import { type KeyObject, createPrivateKey, createPublicKey, hkdfSync, sign } from 'node:crypto'

/** PKCS #8 of an Ed25519 key, up to its 32 bytes: RFC 8410, 7. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The key that signs the manifest of /data. It follows from the secret, so that builds share it. */
export function signingKey(secret: string): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'manifest of /data', 32))
  return createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })
}

/** The Ed25519 signature of a file in base64. */
export function signatureOf(bytes: Uint8Array, key: KeyObject): string {
  return sign(null, bytes, key).toString('base64')
}

/** `/.well-known/proofstack-key.json`: the public key as a JWK, RFC 8037. */
export function publicKey(key: KeyObject) {
  return { ...createPublicKey(key).export({ format: 'jwk' }), use: 'sig', alg: 'EdDSA' }
}
