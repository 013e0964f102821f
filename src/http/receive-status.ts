import { slugIn } from '#core/listing-name.ts'
import { type ReviewState, reviewState } from '#service/review-state.ts'
import { asApiError } from '#service/failure.ts'
import { refuseWhileRestricted } from '#service/restriction.ts'
import type { Service } from '#service/service.ts'
import { clientAddress } from './client-address.ts'
import { type FormFailure, isRead, readForm } from './read-form.ts'
import { storableParameters } from './storable-parameters.ts'
import { failed, waitHeaders } from './receive-form.ts'
import { noListingName } from './receive-link-request.ts'

/** What the page about a review shows. */
export interface StatusPage {
  status: number
  headers: Record<string, string>
  typed: { slug: string; email: string }
  state?: ReviewState
  problem?: FormFailure['problem']
  /** Whether the form is there, empty or with what was typed. */
  hasForm: boolean
}

/**
 * How a review stands, asked by the form, whose e-mail stays out of the address, or by the link of
 * the receipt. Decision, Cache classes: what depends on an e-mail is `no-store`, `no-referrer`.
 */
export async function receiveStatus(request: Request, service: Service): Promise<StatusPage> {
  const page = await answer(request, service)
  const { state } = page
  // Whoever typed may have mistyped. By a link of ours nothing was typed.
  const isMissed = state?.kind === 'unknown' || state?.kind === 'away'
  const hasForm = state === undefined || (isMissed && !isRead(request))
  // A form by which nothing was asked yet is sent with an Origin, which every browser tells.
  const referrer = state === undefined ? 'same-origin' : 'no-referrer'
  const headers = { 'cache-control': 'no-store', 'referrer-policy': referrer, ...page.headers }
  return { ...page, headers, hasForm }
}

const statusOf = { own: 200, listed: 200, unknown: 404, away: 503 } as const

async function answer(request: Request, service: Service): Promise<Omit<StatusPage, 'hasForm'>> {
  const form = isRead(request)
    ? { typed: storableParameters(new URL(request.url).searchParams) }
    : await readForm(request, service)
  if ('refused' in form) return { ...form.refused, typed: { slug: '', email: '' } }
  const typed = { slug: form.typed.get('slug') ?? '', email: form.typed.get('email') ?? '' }
  // Nothing was asked yet.
  if (typed.slug === '' || typed.email === '') return { status: 200, headers: {}, typed }
  const slug = slugIn(typed.slug)
  if (slug === undefined) return { ...failed(noListingName()), typed }
  try {
    await refuseWhileRestricted('reading', service)
    const asked = { slug, email: typed.email, address: clientAddress(request) }
    const state = await reviewState(asked, service)
    return { status: statusOf[state.kind], headers: waitHeaders(state), typed, state }
  } catch (error) {
    return { ...failed(asApiError(service.log, 'GET /status', error)), typed }
  }
}
