// Signatures on what this service asks of other sites, so that they can tell it from whoever else
// uses its name: HTTP message signatures (RFC 9421) as Web Bot Auth
// (draft-meunier-web-bot-auth-architecture) has them.
import { type KeyObject, createPublicKey, hash, randomBytes, sign } from 'node:crypto'
import { signingKey } from '#core/signing-key.ts'

/** For how many seconds a signature counts. */
const lifetime = 300

const keyOf = (secret: string) => signingKey(secret, 'requests to other sites')

/** The public key as a JWK, with its thumbprint (RFC 7638) as its name. */
function jwkOf(key: KeyObject) {
  const { crv, kty, x } = createPublicKey(key).export({ format: 'jwk' })
  return { crv, kty, x, kid: hash('sha256', JSON.stringify({ crv, kty, x }), 'base64url') }
}

/** The content of the directory of keys, at `keyDirectoryPath` of the site that signs. */
export function keyDirectory(secret: string) {
  return { keys: [{ ...jwkOf(keyOf(secret)), use: 'sig', alg: 'EdDSA' }] }
}

/** Where the draft has receivers look for the keys. */
export const keyDirectoryPath = '.well-known/http-message-signatures-directory'

/**
 * Returns a function that makes the headers which sign a request to an address. Undefined for a site
 * without TLS, such as that of this machine: nobody could read its keys.
 */
export function lookSigner(
  secret: string,
  site: string,
  clock: () => number = Date.now,
): ((url: URL) => Record<string, string>) | undefined {
  if (!site.startsWith('https:')) return undefined
  const key = keyOf(secret)
  const { kid } = jwkOf(key)
  const agent = JSON.stringify(site)
  return ({ host }) => {
    const created = Math.floor(clock() / 1000)
    const nonce = randomBytes(32).toString('base64')
    const input = `("@authority" "signature-agent");created=${created};keyid="${kid}";alg="ed25519";expires=${created + lifetime};nonce="${nonce}";tag="web-bot-auth"`
    const base = [
      `"@authority": ${host.replace(/\.(?=:|$)/, '')}`,
      `"signature-agent": ${agent}`,
      `"@signature-params": ${input}`,
    ].join('\n')
    const signature = sign(null, Buffer.from(base), key).toString('base64')
    return {
      'signature-agent': agent,
      'signature-input': `sig1=${input}`,
      signature: `sig1=:${signature}:`,
    }
  }
}
