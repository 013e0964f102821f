import { type ReviewState, reviewState } from '#service/review-state.ts'
import { asApiError } from '#service/failure.ts'
import { refuseWhileRestricted } from '#service/restriction.ts'
import type { Service } from '#service/service.ts'
import { type FormFailure, isRead, readForm } from './read-form.ts'
import { failed } from './receive-form.ts'

/** What the page about a review shows. */
export interface StatusPage {
  status: number
  headers: Record<string, string>
  typed: { slug: string; email: string }
  state?: ReviewState
  problem?: string
}

/**
 * How a review stands, asked by the form, whose e-mail stays out of the address, or by the link of
 * the receipt. Decision, Cache classes: what depends on an e-mail is `no-store`, `no-referrer`.
 */
export async function receiveStatus(
  request: Request,
  service: Pick<Service, 'db' | 'catalog' | 'log' | 'to' | 'restriction' | 'clock'>,
): Promise<StatusPage> {
  const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
  const form = isRead(request)
    ? { typed: new URL(request.url).searchParams }
    : await readForm(request, service.log)
  const withFailure = ({ status, headers: more, problem }: FormFailure) => ({
    status,
    headers: { ...headers, ...more },
    problem: problem.sentence,
  })
  if ('refused' in form) return { ...withFailure(form.refused), typed: { slug: '', email: '' } }
  const typed = { slug: form.typed.get('slug') ?? '', email: form.typed.get('email') ?? '' }
  // Nothing was asked yet: the form alone, which sends an Origin only with a referrer of its own.
  if (typed.slug === '' || typed.email === '')
    return { status: 200, headers: { ...headers, 'referrer-policy': 'same-origin' }, typed }
  try {
    await refuseWhileRestricted('reading', service)
  } catch (error) {
    return { ...withFailure(failed(asApiError(service.log, 'GET /status', error))), typed }
  }
  const state = await reviewState(typed, service)
  const status = state.kind === 'away' ? 503 : state.kind === 'unknown' ? 404 : 200
  return { status, headers, typed, state }
}
