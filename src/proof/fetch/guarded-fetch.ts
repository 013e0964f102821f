import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { type Answered, type Redirected, askAddress } from './ask-address.ts'
import { beforeDeadline } from './deadline.ts'
import { failureSentence } from './failure-sentence.ts'
import { guard } from './guard.ts'
import { isPublicAddress, ownAddresses } from './public-address.ts'

/**
 * What came of looking outside, in sentences that may be shown to the one who named the address.
 * `refused`: we do not ask there. `failed`: we asked, and nothing usable came back.
 */
export type Fetched =
  Answered | { kind: 'refused'; reason: string } | { kind: 'failed'; reason: string }

/** The guarded fetch as those take it who look outside: `guardedFetch` with our name filled in. */
export type GuardedFetch = (url: string, request?: Request) => Promise<Fetched>

interface Request {
  method?: 'GET' | 'HEAD' | undefined
  /** Sent to the origin that was asked for, and not to another that it redirects to. */
  headers?: Record<string, string> | undefined
  /** More of a body than is read of any address, for a host that is known. */
  bodyBytes?: number | undefined
}

interface Guards {
  /** Who asks, by `userAgent`. */
  userAgent: string
  /** All addresses of a name. */
  lookup?: ((host: string) => Promise<string[]>) | undefined
  /** This machine's addresses, which are closed although they may be public. */
  own?: (() => string[]) | undefined
  /** Starts the time for the whole, redirects and body included. */
  startDeadline?: ((ms: number) => AbortSignal) | undefined
  /** Opens one address and port to a test, whose server listens on loopback. No setting does. */
  isAllowed?: ((address: string, port: number) => boolean) | undefined
}

/** How we name ourselves outside: what we are, and where to read about it. */
export function userAgent(site: string): string {
  return `Proofstack/1.0 (+${site})`
}

/**
 * Asks an address that somebody gave us, and never throws for a reason that lies outside. It
 * connects to public addresses alone: a name is resolved once for each time that it is asked, every
 * address of it is checked, and the socket is given those very addresses. So a name that changes in
 * between changes nothing. The same on each redirect.
 */
export async function guardedFetch(
  address: string,
  { method = 'GET', headers = {}, bodyBytes = guard.bodyBytes, ...guards }: Request & Guards,
): Promise<Fetched> {
  const { startDeadline = (ms: number) => AbortSignal.timeout(ms) } = guards
  const deadline = startDeadline(guard.deadlineMs)
  const first = URL.parse(address)
  if (!first) return refuse('This is not a URL.')
  const seen = new Set<string>()
  let url = first
  while (!seen.has(url.href)) {
    if (seen.size > guard.redirects)
      return fail(`${hostOf(first)} redirects more than ${guard.redirects} times.`)
    seen.add(url.href)
    const ours = { accept: '*/*', ...(url.origin === first.origin ? headers : {}) }
    const answer = await askOnce(url, { method, headers: ours, bodyBytes, deadline, guards })
    if (answer.kind !== 'redirected') return answer
    const next = URL.parse(answer.to, url)
    if (!next) return fail(`${hostOf(url)} redirects to something that is not a URL.`)
    next.hash = ''
    url = next
  }
  return fail(`${hostOf(first)} redirects in a circle.`)
}

async function askOnce(
  url: URL,
  request: {
    method: 'GET' | 'HEAD'
    headers: Record<string, string>
    bodyBytes: number
    deadline: AbortSignal
    guards: Guards
  },
): Promise<Fetched | Redirected> {
  const { guards, deadline } = request
  const closed = closedUrl(url, guards)
  if (closed) return refuse(closed)
  const host = hostOf(url)
  try {
    const addresses = isIP(host)
      ? [host]
      : await beforeDeadline(deadline, (guards.lookup ?? systemLookup)(host))
    if (addresses.length === 0) return fail(`${host} has no address.`)
    // One address that is closed closes the name: who has both wants us to take the wrong one.
    if (!addresses.every((each) => isOpen(each, portOf(url), guards)))
      return refuse(`${host} does not lead to a public address.`)
    return await askAddress(url, { ...request, host, addresses, userAgent: guards.userAgent })
  } catch (error) {
    return fail(failureSentence(host, error, deadline))
  }
}

const ports: readonly number[] = Object.values(guard.ports)

/** Why a URL is not asked, as far as that can be said without resolving its name. */
function closedUrl(url: URL, { isAllowed }: Guards): string | undefined {
  if (!(url.protocol in guard.ports)) return 'Only addresses with http or https are asked.'
  // RFC 1035, 2.3.4. The URL standard has no such limit, and a sentence is no place for more.
  if (hostOf(url).length > 253) return 'The host has more than 253 characters.'
  if (url.username !== '' || url.password !== '')
    return `There is a user name or password in the address of ${hostOf(url)}.`
  if (!isAllowed && !ports.includes(portOf(url)))
    return `Only ports 80 and 443 are asked, and not port ${url.port} of ${hostOf(url)}.`
  return undefined
}

function isOpen(address: string, port: number, { isAllowed, own = ownAddresses }: Guards): boolean {
  if (isAllowed?.(address, port)) return true
  return ports.includes(port) && isPublicAddress(address, own())
}

// Without brackets, and without the dot of a name that is written from the root: certificates are
// for names without it.
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? guard.ports[protocol as keyof typeof guard.ports] : Number(port)
}

// The system's own resolver: its file of hosts counts, as it does for everything else here.
async function systemLookup(host: string): Promise<string[]> {
  return (await lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address)
}

function refuse(reason: string): Fetched {
  return { kind: 'refused', reason }
}

function fail(reason: string): Fetched {
  return { kind: 'failed', reason }
}
