import type { IncomingMessage } from 'node:http'

/** A host name or an IP address, with or without a port. */
const plainHost = /^(?:[a-z0-9_][a-z0-9_.-]*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/**
 * The refusal of a request that the edge of the platform refuses: a method that fetch forbids, an invalid
 * Host, an invalid address. Changes an address in absolute form (RFC 9112, 3.2.2) to the usual form.
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
  // RFC 9112, 3.2: also if both are equal. The parsed headers only have the first.
  const names = request.rawHeaders.filter((_, at) => at % 2 === 0)
  if (names.filter((name) => name.toLowerCase() === 'host').length > 1)
    return [400, 'The request has more than one Host header; send one.']
  if (!request.url?.startsWith('/')) return [400, 'The request line names no address.']
  if (headers.host === undefined && request.httpVersion === '1.0') return undefined
  const { host = '' } = headers
  if (plainHost.test(host) && URL.canParse(`http://${host}/`)) return undefined
  return [400, 'The Host header must be a plain host, such as example.com or example.com:8080.']
}
