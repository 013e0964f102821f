import { type KeyObject, createPrivateKey, createPublicKey, hash, hkdfSync } from 'node:crypto'

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

/** The name of a key: the thumbprint of its public part (RFC 7638). */
export const keyName = (key: KeyObject) => publicJwk(key).kid

function publicJwk(key: KeyObject) {
  const { crv, kty, x } = createPublicKey(key).export({ format: 'jwk' })
  return { crv, kty, x, kid: hash('sha256', JSON.stringify({ crv, kty, x }), 'base64url') }
}

/** Where receivers of signed requests look for our keys, by the draft of Web Bot Auth. */
export const keyDirectoryPath = '.well-known/http-message-signatures-directory'

/** The content of that directory. */
export function keyDirectory(secret: string) {
  const key = signingKey(secret, 'requests to other sites')
  return { keys: [{ ...publicJwk(key), use: 'sig', alg: 'EdDSA' }] }
}
