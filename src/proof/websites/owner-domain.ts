import { createHash, timingSafeEqual } from 'node:crypto'
import { beforeDeadline } from '#proof/fetch/deadline.ts'
import { failureSentence } from '#proof/fetch/failure-sentence.ts'
import { guard } from '#proof/fetch/guard.ts'
import type { GuardedFetch } from '#proof/fetch/guarded-fetch.ts'

/** Where a token was found, or where we looked and what was there, in sentences for the owner. */
export type OwnerToken = { kind: 'dns' } | { kind: 'file' } | { kind: 'missing'; looked: string[] }

interface Outside {
  /** Node's own: the TXT records of a name, each in the pieces that it was sent in. */
  resolveTxt: (name: string) => Promise<string[][]>
  fetch: GuardedFetch
  startDeadline?: ((ms: number) => AbortSignal) | undefined
}

const prefix = 'proofstack-verify='
const file = '/.well-known/proofstack.txt'

/**
 * Looks for the token of an owner where only who runs a domain can have put it. Decision, Submit,
 * Owner claim: "a DNS TXT record or `/.well-known/` file with the token". The record is the
 * registrable domain's. The file is at the listing's own host, or at the registrable domain.
 */
export async function findOwnerToken(
  listing: { domain: string; registrable_domain: string; token: string },
  outside: Outside,
): Promise<OwnerToken> {
  const { domain, registrable_domain } = listing
  // On a code host the domain is the host's, and says nothing about who owns a repository.
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

/** `found`, or a sentence. */
async function lookInDns(
  { registrable_domain: name, token }: { registrable_domain: string; token: string },
  { resolveTxt, startDeadline = (ms) => AbortSignal.timeout(ms) }: Outside,
): Promise<string> {
  const deadline = startDeadline(guard.deadlineMs)
  try {
    const records = await beforeDeadline(deadline, resolveTxt(name))
    // RFC 7208, 3.3: a text of more than 255 bytes comes in pieces, without anything in between.
    const lines = records.map((pieces) => pieces.join(''))
    return lookIn(`The DNS of ${name}`, lines, token)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    // Nothing of this kind, or no such name: RFC 1035 answers both without an error of anybody's.
    if (code === 'ENODATA' || code === 'ENOTFOUND') return lookIn(`The DNS of ${name}`, [], token)
    return `The TXT records could not be read: ${failureSentence(name, error, deadline)}`
  }
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
  // A redirect may leave the domain, or the encryption, and then others say what the file says.
  if (from.protocol !== 'https:' || !`.${from.hostname}`.endsWith(`.${registrable_domain}`))
    return `${address} redirects to ${from.origin}, which is not https at ${registrable_domain}.`
  if (answer.status !== 200) return `${address} answered ${answer.status}.`
  return lookIn(address, answer.body.split(/[\r\n]+/), token)
}

/** `found`, or a sentence. A sentence never holds a token: it may be shown to who has none. */
function lookIn(place: string, lines: string[], token: string): string {
  const found = lines.map((line) => line.trim()).filter((line) => line.startsWith(prefix))
  if (found.some((line) => isEqual(line.slice(prefix.length), token))) return 'found'
  return found.length > 0
    ? `${place} has ${prefix} with another token than the one of this listing.`
    : `${place} has no line that begins with ${prefix}.`
}

// In a time that does not tell how much of it is right, or how long it is.
function isEqual(written: string, token: string): boolean {
  const [a, b] = [written, token].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(a!, b!)
}
