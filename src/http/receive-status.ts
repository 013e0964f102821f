import { slugIn } from '#core/listing-name.ts'
import { type ReviewState, reviewState } from '#service/review-state.ts'
import { asApiError } from '#service/failure.ts'
import { refuseWhileRestricted } from '#service/restriction.ts'
import type { Service } from '#service/service.ts'
import { clientAddress } from './client-address.ts'
import { isRead } from './answer.ts'
import { type FormPage, privateHeaders, readForm } from './read-form.ts'
import { failed, privatePage } from './receive-form.ts'
import { noListingName } from './receive-link-request.ts'

/** The data that the page /status shows. */
export interface StatusPage extends FormPage {
  typed: { slug: string; email: string }
  state?: ReviewState
  hasForm: boolean
}

/**
 * Answers the page /status: the state of a review, by its form or by the link in the receipt mail.
 */
export async function receiveStatus(request: Request, service: Service): Promise<StatusPage> {
  const page = await answer(request, service)
  const { state } = page
  // If nothing is found, the form is shown again only for values that the visitor typed, which may
  // be wrong; those in our links are right.
  const isMissed = state?.kind === 'unknown' || state?.kind === 'away'
  const hasForm = state === undefined || (isMissed && !isRead(request))
  const headers = { ...privateHeaders(state === undefined), ...page.headers }
  return { ...page, headers, hasForm }
}

async function answer(request: Request, service: Service): Promise<Omit<StatusPage, 'hasForm'>> {
  const form = await readForm(request, service)
  if ('refused' in form) return { ...form.refused, typed: { slug: '', email: '' } }
  const typed = { slug: form.typed.get('slug') ?? '', email: form.typed.get('email') ?? '' }
  if (typed.slug === '' || typed.email === '') return { status: 200, headers: {}, typed }
  const slug = slugIn(typed.slug)
  if (slug === undefined) return { ...failed(noListingName()), typed }
  try {
    await refuseWhileRestricted('reading', service)
    const query = { slug, email: typed.email, address: clientAddress(request) }
    const state = await reviewState(query, service)
    return { ...privatePage(state.kind), typed, state }
  } catch (error) {
    return { ...failed(asApiError(service.log, 'GET /status', error)), typed }
  }
}
