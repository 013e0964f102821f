import { type KeyObject, createPrivateKey, hkdfSync } from 'node:crypto'

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
