import { ApiError, type ErrorDetail, type ErrorKind, errors } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Service } from '#service/service.ts'
import { storable } from '#contract/text.ts'
import { isRead, unsupportedHeaders } from './answer.ts'
import { type WithOrigins, isLocalSite, isOwnOrigin } from './own-origin.ts'
import { readText } from './read-input.ts'

/** What the page of a form shows, beside data of its own. */
export interface FormPage {
  status: number
  headers: Record<string, string>
  /** The values of the form's fields. */
  typed: URLSearchParams
  problem?: { sentence: string; details: ErrorDetail[]; kind?: ErrorKind }
}

/**
 * Headers of a page whose address or form holds an e-mail address or a secret: it sends no referrer
 * to other sites. While it has a form it needs `same-origin`: without a referrer the browser would
 * send the form without its Origin.
 */
export const privateHeaders = (hasForm: boolean): Record<string, string> => ({
  'cache-control': 'no-store',
  'referrer-policy': hasForm ? 'same-origin' : 'no-referrer',
})

/** A failure that the page of a form shows. */
export type FormFailure = Required<Omit<FormPage, 'typed'>>

/**
 * Reads the parameters of a page: of its query, or of a POST body with at most `most` bytes, which
 * must come from a form of this site. Characters that Postgres cannot store are removed.
 */
export async function readForm(
  request: Request,
  service: Pick<Service, 'log'> & WithOrigins,
  most: number = limits.body_bytes,
): Promise<{ typed: URLSearchParams; refused?: FormFailure }> {
  const refused = (...why: Parameters<typeof refusal>) => ({
    typed: new URLSearchParams(),
    refused: refusal(...why),
  })
  if (isRead(request)) return { typed: storableParameters(new URL(request.url).searchParams) }
  if (request.method !== 'POST')
    return refused(405, 'This page takes GET and POST.', { allow: 'GET, HEAD, POST' })
  // There are no cookies to misuse, but a form on another site would use up the rate limits of its
  // visitors.
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

/** A page with a failure, whose headers are added to those of the page. */
export function withFailure<P extends { headers: object }>(page: P, failure: FormFailure) {
  return { ...page, ...failure, headers: { ...page.headers, ...failure.headers } }
}

// Whether a form was sent from this site. A page with the policy `no-referrer` sends `Origin: null`
// (https://fetch.spec.whatwg.org/#append-a-request-origin-header). Then Sec-Fetch-Site decides,
// which no page can forge.
function isOwnForm({ headers }: Request, service: WithOrigins): boolean {
  const origin = headers.get('origin')
  if (origin === null) return true
  if (origin === 'null') return headers.get('sec-fetch-site') === 'same-origin'
  if (isOwnOrigin(origin, service)) return true
  // A local site may have any hostname in its network, so Origin only has to equal Host. For other
  // sites Host is not reliable, because of proxies.
  return isLocalSite(service) && URL.parse(origin)?.host === headers.get('host')
}

function storableParameters(parameters: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    [...parameters].map(([name, value]) => [storable(name), storable(value)]),
  )
}

/** A failure in one sentence, of no field. */
export function refusal(status: number, sentence: string, headers: Record<string, string> = {}) {
  return { status, headers, problem: { sentence, details: [] } }
}
