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
  const { typed, refused } = await readForm(request, service)
  if (refused) return { ...refused, typed }
  const [named, email] = [typed.get('slug'), typed.get('email')]
  if (!named || !email) return { status: 200, headers: {}, typed }
  const slug = slugIn(named)
  if (slug === undefined) return { ...failed(noListingName()), typed }
  try {
    await refuseWhileRestricted('reading', service)
    const state = await reviewState({ slug, email, address: clientAddress(request) }, service)
    return { ...privatePage(state.kind), typed, state }
  } catch (error) {
    return { ...failed(asApiError(service.log, 'GET /status', error)), typed }
  }
}
