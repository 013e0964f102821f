import { createHash, timingSafeEqual } from 'node:crypto'
import { beforeDeadline } from '#proof/fetch/deadline.ts'
import { failureSentence } from '#proof/fetch/failure-sentence.ts'
import { guard } from '#proof/fetch/guard.ts'
import type { GuardedFetch } from '#proof/fetch/guarded-fetch.ts'

/** The place of a token, or sentences for the owner about the places without it. */
export type OwnerToken = { kind: 'dns' } | { kind: 'file' } | { kind: 'missing'; looked: string[] }

interface Outside {
  /** As in `node:dns`: the TXT records of a name, each in pieces. */
  resolveTxt: (name: string) => Promise<string[][]>
  fetch: GuardedFetch
  startDeadline?: ((ms: number) => AbortSignal) | undefined
}

const prefix = 'proofstack-verify='
const file = '/.well-known/proofstack.txt'

/**
 * Looks for the token of an owner where only the owner of a domain can put it. Decision 33, Submit,
 * Owner claim: "a DNS TXT record or `/.well-known/` file with the token". The record belongs to the
 * registrable domain; the file is on the host of the listing or on the registrable domain.
 */
export async function findOwnerToken(
  listing: { domain: string; registrable_domain: string; token: string },
  outside: Outside,
): Promise<OwnerToken> {
  const { domain, registrable_domain } = listing
  // The domain of a code host says nothing about the owner of a repository.
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

/** `found`, or a sentence for the owner. */
async function lookInDns(
  { registrable_domain: name, token }: { registrable_domain: string; token: string },
  { resolveTxt, startDeadline = (ms) => AbortSignal.timeout(ms) }: Outside,
): Promise<string> {
  const deadline = startDeadline(guard.deadlineMs)
  try {
    const records = await beforeDeadline(deadline, resolveTxt(name))
    // RFC 7208, 3.3: pieces of at most 255 bytes are joined without a separator.
    const lines = records.map((pieces) => pieces.join(''))
    return lookIn(`The DNS of ${name}`, lines, token)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    // No TXT record, or no such name: neither is an error of the resolver.
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
  // After a redirect to another domain or to http, strangers control the file.
  if (from.protocol !== 'https:' || !`.${from.hostname}`.endsWith(`.${registrable_domain}`))
    return `${address} redirects to ${from.origin}, which is not https at ${registrable_domain}.`
  if (answer.status !== 200) return `${address} answered ${answer.status}.`
  return lookIn(address, answer.body.split(/[\r\n]+/), token)
}

/** `found`, or a sentence without the token: people without the token may read the sentence. */
function lookIn(place: string, lines: string[], token: string): string {
  const found = lines.map((line) => line.trim()).filter((line) => line.startsWith(prefix))
  if (found.some((line) => isEqual(line.slice(prefix.length), token))) return 'found'
  return found.length > 0
    ? `${place} has ${prefix} with another token than the one of this listing.`
    : `${place} has no line that begins with ${prefix}.`
}

// Takes the same time for every text, so that the time reveals nothing about the token.
function isEqual(written: string, token: string): boolean {
  const [a, b] = [written, token].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(a!, b!)
}
