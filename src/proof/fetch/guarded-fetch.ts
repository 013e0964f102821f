import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { type Answered, type Outgoing, type Redirected, askAddress } from './ask-address.ts'
import { beforeDeadline } from './deadline.ts'
import { failureSentence } from './failure-sentence.ts'
import { guard } from './guard.ts'
import { isPublicAddress, ownAddresses } from './public-address.ts'

/**
 * The outcome of a request, with a reason for the person who entered the URL. `refused`: no request
 * was sent. `failed`: no usable answer came.
 */
export type Fetched =
  Answered | { kind: 'refused'; reason: string } | { kind: 'failed'; reason: string }

/** `guardedFetch` in the name of a site. */
export type GuardedFetch = (url: string, request?: Request) => Promise<Fetched>

interface Request {
  method?: 'GET' | 'HEAD' | undefined
  /** Headers for the origin of the URL. Redirects to other origins do not get them. */
  headers?: Record<string, string> | undefined
  /** The most bytes of a body that are read. Only for trusted hosts it may exceed the default. */
  bodyBytes?: number | undefined
}

interface Guards {
  /** The URL of the service that asks, which the User-Agent header names. */
  site: string
  /** The headers that sign a request to an address. */
  sign?: ((url: URL) => Record<string, string>) | undefined
  /** Resolves a hostname to all its IP addresses. */
  lookup?: ((host: string) => Promise<string[]>) | undefined
  /** The IP addresses of this machine, which are refused even if they are public. */
  own?: (() => string[]) | undefined
  /** Starts the time limit for the whole request, including redirects and the body. */
  startDeadline?: ((ms: number) => AbortSignal) | undefined
  /** Allows a test server on loopback. Only tests set this. */
  isAllowed?: ((address: string, port: number) => boolean) | undefined
}

/**
 * Requests a URL that a stranger entered, and never throws for network errors. It connects to
 * public IP addresses only: for each redirect the hostname is resolved once, all its addresses are
 * checked, and the socket uses exactly these. So a DNS record that changes after the check has no
 * effect.
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
    const signed = guards.sign?.(url)
    const ours = { accept: '*/*', ...(url.origin === first.origin ? headers : {}), ...signed }
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
  request: Omit<Outgoing, 'host' | 'addresses' | 'userAgent'> & { guards: Guards },
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
    // One private address is enough to refuse: a host with public and private ones is an attack.
    if (!addresses.every((each) => isOpen(each, portOf(url), guards)))
      return refuse(`${host} does not lead to a public address.`)
    const userAgent = `Proofstack/1.0 (+${guards.site})`
    return await askAddress(url, { ...request, host, addresses, userAgent })
  } catch (error) {
    return fail(failureSentence(host, error, deadline))
  }
}

const ports: readonly number[] = Object.values(guard.ports)

/** Checks a URL before its hostname is resolved. Returns the reason if it must be refused. */
function closedUrl(url: URL, { isAllowed }: Guards): string | undefined {
  if (!(url.protocol in guard.ports)) return 'Only addresses with http or https are asked.'
  // RFC 1035, 2.3.4: at most 253 characters. The URL standard has no limit; messages quote it.
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

// The hostname without the brackets of IPv6 and a final dot, which certificates do not have.
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? guard.ports[protocol as keyof typeof guard.ports] : Number(port)
}

// The resolver of the operating system, which also reads the hosts file.
async function systemLookup(host: string): Promise<string[]> {
  return (await lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address)
}

function refuse(reason: string): Fetched {
  return { kind: 'refused', reason }
}

function fail(reason: string): Fetched {
  return { kind: 'failed', reason }
}
