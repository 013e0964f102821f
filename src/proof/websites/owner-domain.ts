import { createHash, timingSafeEqual } from 'node:crypto'
import { beforeDeadline } from '#proof/fetch/deadline.ts'
import { failureSentence } from '#proof/fetch/failure-sentence.ts'
import { guard } from '#proof/fetch/guard.ts'
import type { GuardedFetch } from '#proof/fetch/guarded-fetch.ts'

/** Where the token was found, or for each place that was checked a sentence for the owner. */
export type OwnerToken = { kind: 'dns' } | { kind: 'file' } | { kind: 'missing'; looked: string[] }

interface Outside {
  /** Like `resolveTxt` of `node:dns`: the TXT records of a domain, each split into pieces. */
  resolveTxt: (name: string) => Promise<string[][]>
  fetch: GuardedFetch
  startDeadline?: ((ms: number) => AbortSignal) | undefined
}

const prefix = 'proofstack-verify='
const file = '/.well-known/proofstack.txt'

/**
 * Looks for an owner's token where only the owner of a domain can put it. Decision 33, Submit,
 * Owner claim: "a DNS TXT record or `/.well-known/` file with the token". The TXT record belongs to
 * the registrable domain; the file is on the domain of the listing or on the registrable domain.
 */
export async function findOwnerToken(
  listing: { domain: string; registrable_domain: string; token: string },
  outside: Outside,
): Promise<OwnerToken> {
  const { domain, registrable_domain } = listing
  // A domain with a slash is a repository, such as `github.com/n8n-io/n8n`: its owner does not own
  // github.com.
  if (domain.includes('/'))
    return {
      kind: 'missing',
      looked: [`The domain of ${domain} is ${registrable_domain}, which many share.`],
    }
  const [inDns, ...inFiles] = await Promise.all([
    lookInDns(listing, outside),
    ...[...new Set([domain, registrable_domain])].map((host) => lookInFile(host, listing, outside)),
  ])
  if (inDns === 'found') return { kind: 'dns' }
  if (inFiles.includes('found')) return { kind: 'file' }
  return { kind: 'missing', looked: [inDns, ...inFiles] }
}

/** Returns `found`, or a sentence for the owner why not. */
async function lookInDns(
  { registrable_domain: name, token }: { registrable_domain: string; token: string },
  { resolveTxt, startDeadline = (ms) => AbortSignal.timeout(ms) }: Outside,
): Promise<string> {
  const deadline = startDeadline(guard.deadlineMs)
  try {
    const records = await beforeDeadline(deadline, resolveTxt(name))
    // RFC 7208, 3.3: long TXT records are split into pieces, to be joined without a separator.
    const lines = records.map((pieces) => pieces.join(''))
    return lookIn(`The DNS of ${name}`, lines, token)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    // The domain has no TXT record, or does not exist. Both mean that the token is missing.
    if (code === 'ENODATA' || code === 'ENOTFOUND') return lookIn(`The DNS of ${name}`, [], token)
    return `The TXT records could not be read: ${failureSentence(name, error, deadline)}`
  }
}

/**
 * Whether the owner of a domain wrote what an address answers. After a redirect to another domain or
 * to plain http, a stranger may have written it.
 */
export function isOwners(from: URL, registrable: string): boolean {
  return from.protocol === 'https:' && `.${from.hostname}`.endsWith(`.${registrable}`)
}

async function lookInFile(
  host: string,
  { registrable_domain, token }: { registrable_domain: string; token: string },
  { fetch }: Outside,
): Promise<string> {
  const address = `https://${host}${file}`
  const answer = await fetch(address)
  if (answer.kind !== 'answered') return `${address} could not be read: ${answer.reason}`
  const from = new URL(answer.url)
  if (!isOwners(from, registrable_domain))
    return `${address} redirects to ${from.origin}, which is not https at ${registrable_domain}.`
  if (answer.status !== 200) return `${address} answered ${answer.status}.`
  return lookIn(address, answer.body.split(/[\r\n]+/), token)
}

/**
 * Returns `found`, or a sentence why not. The sentence must not contain the token, because people
 * who do not have it may read the sentence.
 */
function lookIn(place: string, lines: string[], token: string): string {
  const found = lines.map((line) => line.trim()).filter((line) => line.startsWith(prefix))
  if (found.some((line) => isEqual(line.slice(prefix.length), token))) return 'found'
  return found.length > 0
    ? `${place} has ${prefix} with another token than the one of this listing.`
    : `${place} has no line that begins with ${prefix}.`
}

// Compares in constant time, so that the time reveals nothing about the token.
function isEqual(written: string, token: string): boolean {
  const [a, b] = [written, token].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(a!, b!)
}
