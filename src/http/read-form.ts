import { ApiError, type ErrorDetail, errors } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Service } from '#service/service.ts'
import { unsupportedHeaders } from './answer.ts'
import { type WithOrigins, isLocalSite, isOwnOrigin } from './own-origin.ts'
import { readText } from './read-input.ts'
import { storableParameters } from './storable-parameters.ts'

/** What the page of a form shows of a failure, and what goes with the answer. */
export interface FormFailure {
  status: number
  headers: Record<string, string>
  problem: { sentence: string; details: ErrorDetail[] }
}

/** Whether a page is only looked at. */
export const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'

/** Reads what a form of our own pages sends, of so many bytes; another site's form is refused. */
export async function readForm(
  request: Request,
  service: Pick<Service, 'log'> & WithOrigins,
  most: number = limits.body_bytes,
): Promise<{ typed: URLSearchParams } | { refused: FormFailure }> {
  if (request.method !== 'POST')
    return refused(405, 'This page takes GET and POST.', { allow: 'GET, HEAD, POST' })
  // There are no cookies to misuse, but another site's form would use up a visitor's limits.
  if (!isOwnForm(request, service))
    return refused(403, 'This form can only be sent from this page.')
  try {
    return { typed: storableParameters(new URLSearchParams(await readText(request, most))) }
  } catch (error) {
    service.log('a form could not be read', error)
    if (error instanceof ApiError && errors[error.kind].status === 415)
      return refused(415, error.message, unsupportedHeaders(error))
    return refused(400, `The form could not be read. It may be larger than ${most / 1024} KiB.`)
  }
}

// A page without a referrer sends `Origin: null` (https://fetch.spec.whatwg.org/#append-a-request-origin-header).
// What a browser says itself of where a request comes from, no page can change.
function isOwnForm({ headers }: Request, service: WithOrigins): boolean {
  const origin = headers.get('origin')
  if (origin === null) return true
  if (origin === 'null') return headers.get('sec-fetch-site') === 'same-origin'
  if (isOwnOrigin(origin, service)) return true
  // A site without an address of its own is where its visitor has found it. Behind a proxy, Host may
  // be whatever the proxy makes it.
  return isLocalSite(service) && URL.parse(origin)?.host === headers.get('host')
}

function refused(status: number, sentence: string, headers: Record<string, string> = {}) {
  return { refused: { status, headers, problem: { sentence, details: [] } } }
}
