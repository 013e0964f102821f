import {
  type KeyObject,
  createPrivateKey,
  createPublicKey,
  hash,
  hkdfSync,
  sign,
} from 'node:crypto'

/**
 * The bytes of an Ed25519 private key in PKCS #8 (RFC 8410, section 7) that precede the 32 bytes of
 * the key itself.
 */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * The key that signs the manifest of /data, or what the service asks of other sites. It is derived
 * from the service secret, so that every build and every process has the same.
 */
export function signingKey(
  secret: string,
  use: 'manifest of /data' | 'requests to other sites',
): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', use, 32))
  return createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })
}

/** The public part of a key as a JWK (RFC 8037). */
export function publicKey(key: KeyObject) {
  return { ...createPublicKey(key).export({ format: 'jwk' }), use: 'sig', alg: 'EdDSA' }
}

/** The name of a key: the thumbprint of its public part (RFC 7638). */
export function keyName(key: KeyObject): string {
  const { crv, kty, x } = publicKey(key)
  return hash('sha256', JSON.stringify({ crv, kty, x }), 'base64url')
}

/** The Ed25519 signature of bytes, in base64. */
export function signatureOf(bytes: Uint8Array, key: KeyObject): string {
  return sign(null, bytes, key).toString('base64')
}

/** Where receivers of signed requests look for our keys, by the draft of Web Bot Auth. */
export const keyDirectoryPath = '.well-known/http-message-signatures-directory'

/** The content of that directory. */
export function keyDirectory(secret: string) {
  const key = signingKey(secret, 'requests to other sites')
  return { keys: [{ ...publicKey(key), kid: keyName(key) }] }
}
