import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { type LookupFunction, isIPv6 } from 'node:net'
import { readBody } from './read-body.ts'

export interface Answered {
  kind: 'answered'
  status: number
  /** The address that answered in the end. */
  url: string
  headers: IncomingHttpHeaders
  body: string
  /** Whether the body ends where we stopped reading. */
  isCut: boolean
}

export interface Redirected {
  kind: 'redirected'
  to: string
}

const redirects = [301, 302, 303, 307, 308]

interface Question {
  host: string
  /** What `host` resolved to, checked. The socket connects to one of these. */
  addresses: readonly string[]
  method: 'GET' | 'HEAD'
  headers: Record<string, string>
  userAgent: string
  deadline: AbortSignal
  bodyBytes: number
}

/** One request, over a connection of its own, to addresses that are known. Throws what Node throws. */
export async function askAddress(url: URL, question: Question): Promise<Answered | Redirected> {
  const request = send(url, question)
  try {
    const response = await responseOf(request)
    const { statusCode: status = 0, headers } = response
    if (redirects.includes(status) && headers.location !== undefined)
      return { kind: 'redirected', to: utf8(headers.location) }
    const { body, isCut } =
      question.method === 'HEAD'
        ? { body: '', isCut: false }
        : await readBody(response, question.bodyBytes)
    return { kind: 'answered', status, url: url.href, headers, body, isCut }
  } finally {
    // Whatever was not read is not waited for.
    request.destroy()
  }
}

function send(url: URL, { host, addresses, method, headers, userAgent, deadline }: Question) {
  const request = (url.protocol === 'https:' ? https : http).request({
    host,
    port: url.port,
    path: url.pathname + url.search,
    method,
    lookup: pinned(addresses),
    // An agent of its own: none that an environment or another part of the program gave a proxy.
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

/** Answers a socket's question for the addresses of its host with what was checked. */
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
      // What breaks after nobody reads any more is nobody's matter; who reads is told as well.
      response.on('error', () => undefined)
      resolve(response)
    })
    request.on('error', reject)
    // Such as after 101, which Node hands to nobody.
    request.on('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })))
  })
}

// Node reads headers as Latin-1. Who writes other letters into a Location writes them in UTF-8.
function utf8(header: string): string {
  return Buffer.from(header, 'latin1').toString('utf8')
}
