import type { IncomingMessage } from 'node:http'

/** A name or an address, with or without a port: no user-info, no path, nothing else. */
const plainHost = /^(?:[a-z0-9_][a-z0-9_.-]*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/**
 * What a platform's own edge refuses before any function sees it: methods that fetch forbids, a
 * Host that is no host, an address that is none. Puts an absolute-form address (RFC 9112, 3.2.2)
 * into the form that everybody else sends.
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
  // RFC 9112, 3.2: also where both say the same.
  if (hostHeaders(request) > 1) return [400, 'The request has more than one Host header; send one.']
  if (!request.url?.startsWith('/')) return [400, 'The request line names no address.']
  if (headers.host === undefined && request.httpVersion === '1.0') return undefined
  return isPlainHost(headers.host ?? '')
    ? undefined
    : [400, 'The Host header must be a plain host, such as example.com or example.com:8080.']
}

// The parsed headers have the first alone.
function hostHeaders({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
}

function isPlainHost(host: string): boolean {
  return plainHost.test(host) && URL.canParse(`http://${host}/`)
}
