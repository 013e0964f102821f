import { createPublicKey, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { keyDirectory } from '#core/signing-key.ts'
import { localSite } from '#testing/local-site.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { lookSigner } from './sign-look.ts'

const site = 'https://proofstack.example'
const secret = 'a secret of at least 32 characters'
const [jwk] = keyDirectory(secret).keys

/** Checks the headers of a request as RFC 9421, section 2.5, has them checked. */
function isSigned(authority: string, headers: Record<string, unknown>): boolean {
  const [, input = ''] = /^sig1=(.+)$/.exec(String(headers['signature-input']))!
  const [, signature = ''] = /^sig1=:(.+):$/.exec(String(headers['signature']))!
  const base = `"@authority": ${authority}\n"signature-agent": ${String(headers['signature-agent'])}\n"@signature-params": ${input}`
  const publicKey = createPublicKey({ key: jwk!, format: 'jwk' })
  return verify(null, Buffer.from(base), publicKey, Buffer.from(signature, 'base64'))
}

it('a request is signed for its host and five minutes, with the key that the directory names', () => {
  const headers = lookSigner(secret, site, () => 1_700_000_000_999)!(
    new URL('https://n8n.io./docs'),
  )
  expect(headers['signature-agent']).toBe(`"${site}"`)
  expect(headers['signature-input']).toContain(`;created=1700000000;keyid="${jwk!.kid}"`)
  expect(headers['signature-input']).toMatch(/;expires=1700000300;nonce="\S+";tag="web-bot-auth"$/)
  expect(isSigned('n8n.io', headers)).toBe(true)
  expect(isSigned('other.example', headers)).toBe(false)
  expect(jwk).not.toHaveProperty('d')
})

it('what is asked on the way of a redirect is signed for the host that is asked', async () => {
  const seen: boolean[] = []
  const there = await localSite(({ headers, url }, response) => {
    seen.push(isSigned(headers.host!, headers))
    response.writeHead(url === '/' ? 302 : 200, { location: '/next' }).end('ok')
  })
  const sign = lookSigner(secret, site)
  const asking = { site, isAllowed: there.isAllowed, sign }
  expect((await guardedFetch(there.origin, asking)).kind).toBe('answered')
  expect(seen).toEqual([true, true])
})

it('a site without TLS signs nothing: nobody could read its keys', () => {
  expect(lookSigner(secret, 'http://localhost:4321')).toBeUndefined()
})
