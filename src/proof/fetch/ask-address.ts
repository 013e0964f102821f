import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { type LookupFunction, isIPv6 } from 'node:net'
import { readBody } from './read-body.ts'

export interface Answered {
  kind: 'answered'
  status: number
  /** The URL after all redirects. */
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

export interface Outgoing {
  host: string
  /** The checked IP addresses of `host`. The socket connects to no other address. */
  addresses: readonly string[]
  method: 'GET' | 'HEAD'
  headers: Record<string, string>
  userAgent: string
  deadline: AbortSignal
  bodyBytes: number
}

/** Sends one HTTP request over a new connection to one of the addresses. Throws Node's errors. */
export async function askAddress(url: URL, outgoing: Outgoing): Promise<Answered | Redirected> {
  const request = send(url, outgoing)
  try {
    const response = await responseOf(request)
    const { statusCode: status = 0, headers } = response
    if (redirects.includes(status) && headers.location !== undefined)
      // Node decodes headers as Latin-1, but servers write the Location header in UTF-8.
      return { kind: 'redirected', to: Buffer.from(headers.location, 'latin1').toString() }
    const { body, isCut } =
      outgoing.method === 'HEAD'
        ? { body: '', isCut: false }
        : await readBody(response, outgoing.bodyBytes)
    return { kind: 'answered', status, url: url.href, headers, body, isCut }
  } finally {
    // Closes the connection without waiting for the rest of the body.
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
    // `false` creates a new agent: Node's global one may use a proxy of the environment.
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

/** A DNS lookup function for sockets that always answers with the checked IP addresses. */
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
      // Without a listener, an error would end the process. Who reads the body gets it as well.
      response.on('error', () => undefined)
      resolve(response)
    })
    request.on('error', reject)
    // Some answers cause no `response` event, such as status 101.
    request.on('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })))
  })
}
