import { ApiError } from '#contract/errors.ts'
import { slugIn } from '#core/listing-name.ts'
import { asApiError } from '#service/failure.ts'
import { sendManageLink } from '#service/manage.ts'
import type { Service } from '#service/service.ts'
import { clientAddress } from './client-address.ts'
import { isRead } from './answer.ts'
import { type FormPage, privateHeaders, readForm, withFailure } from './read-form.ts'
import { failed } from './receive-form.ts'

/** The data that the page /manage shows. */
export interface LinkRequestPage extends FormPage {
  isSent: boolean
}

/**
 * Answers the form on /manage that requests a manage link. The answer is the same whether the e-mail
 * address belongs to the listing or not (Decisions, Manage link).
 */
export async function receiveLinkRequest(
  request: Request,
  service: Service,
): Promise<LinkRequestPage> {
  const headers = privateHeaders(true)
  const empty = { status: 200, headers, typed: new URLSearchParams(), isSent: false }
  if (isRead(request)) return empty
  const { typed, refused } = await readForm(request, service)
  if (refused) return withFailure(empty, refused)
  const page = { ...empty, typed }
  const [slug, email] = [slugIn(typed.get('slug') ?? ''), typed.get('email') ?? '']
  if (slug === undefined) return withFailure(page, failed(noListingName()))
  try {
    await sendManageLink({ slug, email, address: clientAddress(request) }, service)
    return { ...empty, isSent: true }
  } catch (error) {
    return withFailure(page, failed(asApiError(service.log, 'POST /manage', error)))
  }
}

/** The error for a text that cannot be the slug, the page or the name of a listing. */
export function noListingName(): ApiError {
  const message =
    'is not recognised: give its name in addresses, such as letterbox, or the address of its page'
  return new ApiError('invalid_request', 'No listing is called that.', {
    details: [{ path: 'slug', message }],
  })
}
