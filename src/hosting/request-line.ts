import type { IncomingMessage } from 'node:http'

/** A Host header: a hostname or an IP address, with or without a port. */
const plainHost = /^(?:[a-z0-9_][a-z0-9_.-]*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/**
 * Returns status and message for requests that the platform's edge refuses too: a method that fetch
 * forbids, an invalid Host header, an invalid request target. Rewrites a target in absolute form
 * (`http://host/path`, RFC 9112, 3.2.2) to its path.
 */
export function refusal(request: IncomingMessage): [status: number, message: string] | undefined {
  const { method = 'GET', headers } = request
  if (['CONNECT', 'TRACE', 'TRACK'].includes(method))
    return [405, `${method} does not work here; use GET.`]
  const absolute = /^https?:\/\/([^/?#]*)([^]*)/i.exec(request.url ?? '')
  if (absolute) {
    headers.host = absolute[1]!
    request.url = absolute[2]!.startsWith('/') ? absolute[2]! : `/${absolute[2]}`
  }
  // RFC 9112, 3.2: several Host headers are an error, even if they are equal. The parsed headers
  // only have the first, so this reads the raw ones.
  const names = request.rawHeaders.filter((_, at) => at % 2 === 0)
  if (names.filter((name) => name.toLowerCase() === 'host').length > 1)
    return [400, 'The request has more than one Host header; send one.']
  if (!request.url?.startsWith('/')) return [400, 'The request line names no address.']
  if (headers.host === undefined && request.httpVersion === '1.0') return undefined
  const { host = '' } = headers
  if (plainHost.test(host) && URL.canParse(`http://${host}/`)) return undefined
  return [400, 'The Host header must be a plain host, such as example.com or example.com:8080.']
}
