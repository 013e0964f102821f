// Signatures on what this service asks of other sites, so that they can tell it from whoever else
// uses its name: HTTP message signatures (RFC 9421) as Web Bot Auth
// (draft-meunier-web-bot-auth-architecture) has them.
import { randomBytes } from 'node:crypto'
import { keyName, signatureOf, signingKey } from '#core/signing-key.ts'

/** For how many seconds a signature counts. */
const lifetime = 300

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
  const key = signingKey(secret, 'requests to other sites')
  const kid = keyName(key)
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
    const signature = signatureOf(Buffer.from(base), key)
    return {
      'signature-agent': agent,
      'signature-input': `sig1=${input}`,
      signature: `sig1=:${signature}:`,
    }
  }
}
