import { ApiError } from '#contract/errors.ts'
import type { ClaimChecked } from '#contract/resources/claim.ts'
import { slugIn } from '#core/listing-name.ts'
import { webAddress } from '#core/web-address.ts'
import { type ShownClaim, findShownClaim } from '#service/claim-state.ts'
import { orAway } from '#service/failure.ts'
import { attempt } from '#service/invoke.ts'
import type { Service } from '#service/service.ts'
import { isRead } from './answer.ts'
import { type FormFailure, type FormPage, readForm, withFailure } from './read-form.ts'
import { failed, privatePage } from './receive-form.ts'
import { noListingName } from './receive-link-request.ts'
import { pageCall } from './serve.ts'

/** The data that the pages /claim and /claim/<id> show. */
export interface ClaimPage extends FormPage {
  kind: 'form' | 'claim' | 'unknown' | 'away'
  /** The page of a claim that was just started: the answer redirects to it. */
  location?: string
  claim?: ShownClaim
  /** What a look for the proof found. */
  checked?: ClaimChecked
}

/** Answers /claim: GET shows the form, POST starts a claim and redirects to its page. */
export async function receiveClaim(request: Request, service: Service): Promise<ClaimPage> {
  const { typed, refused } = await readForm(request, service)
  const page = { ...privatePage('form', true), kind: 'form' as const, typed }
  if (refused) return withFailure(page, refused)
  if (isRead(request)) return page
  const named = listingOf(typed.get('slug') ?? '')
  if (named === undefined) return withFailure(page, failed(noListingName()))
  const { value, error } = await attempt(
    'claim_listing',
    pageCall(request, () => ({ body: { ...named, email: typed.get('email') ?? '' } })),
    service,
  )
  if (error?.kind === 'not_found') return withFailure(page, failed(notListed()))
  if (error) return withFailure(page, ofForm(failed(error)))
  return { ...page, location: service.urls.claim(value.claim) }
}

/** Answers /claim/<id>: GET shows the claim, POST looks for its proof. */
export async function receiveClaimLook(
  request: Request,
  id: string,
  service: Service,
): Promise<ClaimPage> {
  const shown = await openPage(id, service)
  if (isRead(request) || shown.kind !== 'claim') return shown
  const { refused } = await readForm(request, service)
  if (refused) return withFailure(shown, refused)
  const { value: checked, error } = await attempt(
    'check_claim',
    pageCall(request, () => ({ params: { claim: id } })),
    service,
  )
  if (error) return withFailure(shown, failed(error))
  return { ...(await openPage(id, service)), checked }
}

async function openPage(id: string, service: Service): Promise<ClaimPage> {
  const state = await orAway(service.log, 'a claim could not be read', async () => {
    const claim = await findShownClaim(id, service)
    return claim ? { kind: 'claim' as const, claim } : { kind: 'unknown' as const }
  })
  return { ...privatePage(state.kind, true), ...state, typed: new URLSearchParams() }
}

function notListed(): ApiError {
  const message =
    'is not listed under this name; a product that is not public yet is claimed by its own address, such as letterbox.example'
  return new ApiError('not_found', 'No product is listed under this name.', {
    details: [{ path: 'slug', message }],
  })
}

// A slug, the page of a listing, or the address of a product, which may not be public yet.
function listingOf(text: string): { slug: string } | { url: string } | undefined {
  const slug = slugIn(text)
  if (slug !== undefined) return { slug }
  const url = webAddress(text.trim())
  return URL.canParse(url) ? { url } : undefined
}

// The form has one field for both.
function ofForm({ problem, ...failure }: FormFailure): FormFailure {
  const details = problem.details.map((one) =>
    one.path === 'url' ? { ...one, path: 'slug' } : one,
  )
  return { ...failure, problem: { ...problem, details } }
}
