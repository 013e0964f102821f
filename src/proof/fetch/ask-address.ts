import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { type LookupFunction, isIPv6 } from 'node:net'
import { readBody } from './read-body.ts'

export interface Answered {
  kind: 'answered'
  status: number
  /** The address after all redirects. */
  url: string
  headers: IncomingHttpHeaders
  body: string
  /** Whether the body was longer than `bodyBytes`. */
  isCut: boolean
}

export interface Redirected {
  kind: 'redirected'
  to: string
}

const redirects = [301, 302, 303, 307, 308]

interface Outgoing {
  host: string
  /** The checked addresses of `host`; the socket connects to no others. */
  addresses: readonly string[]
  method: 'GET' | 'HEAD'
  headers: Record<string, string>
  userAgent: string
  deadline: AbortSignal
  bodyBytes: number
}

/** Sends one request over a new connection to the given addresses. Throws the errors of Node. */
export async function askAddress(url: URL, outgoing: Outgoing): Promise<Answered | Redirected> {
  const request = send(url, outgoing)
  try {
    const response = await responseOf(request)
    const { statusCode: status = 0, headers } = response
    if (redirects.includes(status) && headers.location !== undefined)
      return { kind: 'redirected', to: utf8(headers.location) }
    const { body, isCut } =
      outgoing.method === 'HEAD'
        ? { body: '', isCut: false }
        : await readBody(response, outgoing.bodyBytes)
    return { kind: 'answered', status, url: url.href, headers, body, isCut }
  } finally {
    // Does not wait for the rest of the body.
    request.destroy()
  }
}

function send(url: URL, { host, addresses, method, headers, userAgent, deadline }: Outgoing) {
  const request = (url.protocol === 'https:' ? https : http).request({
    host,
    port: url.port,
    path: url.pathname + url.search,
    method,
    lookup: pinned(addresses),
    // A new agent: the global one may have a proxy from the environment.
    agent: false,
    rejectUnauthorized: true,
    signal: deadline,
    headers: {
      ...headers,
      host: url.host.replace(/\.(?=:|$)/, ''),
      'user-agent': userAgent,
      'accept-encoding': 'gzip, deflate, br',
    },
  })
  request.end()
  return request
}

/** A lookup that gives the socket the checked addresses only. */
function pinned(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  return (_host, { all }, answer) => {
    if (all) answer(null, known)
    else answer(null, known[0]!.address, known[0]!.family)
  }
}

function responseOf(request: http.ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on('response', (response) => {
      // A reader of the body gets the error as well; without a reader it does not matter.
      response.on('error', () => undefined)
      resolve(response)
    })
    request.on('error', reject)
    // For example after a 101, which has no `response` event.
    request.on('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })))
  })
}

// Node reads headers as Latin-1, but servers write a Location in UTF-8.
function utf8(header: string): string {
  return Buffer.from(header, 'latin1').toString('utf8')
}
