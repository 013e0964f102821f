import { ApiError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { freeSlug, slugStem } from '#core/slug.ts'
import { brokenUniqueConstraint } from '#db/connection/failure.ts'
import { newSecret } from '#db/queries/secret.ts'
import { type NewSubmission, findObstacles, insertSubmission } from '#db/queries/submissions.ts'
import type { Receipt, Submitter } from '#limits/submission-limiter.ts'
import { mailOf } from '#mail/mails.ts'
import { rateLimited, refuseUntil } from './failure.ts'
import type { Service } from './service.ts'

/** A submission that is ready to be written: its tools and its referrer are looked up. */
interface PreparedSubmission {
  row: Omit<NewSubmission['product'], 'slug'> & { domain: string; name: string }
  wantedSlug: string
  toolIds: readonly string[]
  customTools: readonly string[]
  submitter: Submitter
  idempotency: { key_hash: string; body_hash: string } | null
  isDryRun: boolean
}

/** The answer, which is stored for the Idempotency-Key of its request. */
type Kept = Record<string, unknown> & { review_status_url: string }

export type Outcome<R extends Kept> =
  | { kind: 'written'; response: R; mailIds: string[] }
  | { kind: 'dry_run'; slug: string }
  | { kind: 'repeated'; response: R }

/**
 * Writes a submission in one transaction, or throws the first obstacle: a domain that has a
 * product, then rate limits. `answerOf` makes the answer, which is stored for the Idempotency-Key.
 * Unique indexes decide races: a lost domain is a 409, a lost slug is tried again with another one.
 */
export async function writeSubmission<R extends Kept>(
  prepared: PreparedSubmission,
  answerOf: (slug: string) => R,
  service: Service,
  tries = 5,
): Promise<Outcome<R>> {
  let receipt: Receipt | null | undefined
  const onTaken = (taken: Receipt | null) => (receipt = taken)
  let outcome: Outcome<R>
  try {
    outcome = await service.db
      .transaction()
      .execute((trx) => writeIn(trx, prepared, answerOf, service, onTaken))
  } catch (error) {
    if (receipt) await service.limiter.giveBack(receipt)
    const constraint = brokenUniqueConstraint(error)
    if (constraint === 'products_domain_key')
      throw duplicateDomain(prepared.row.domain, null, service)
    if (constraint === 'products_slug_key' && tries > 1)
      return writeSubmission(prepared, answerOf, service, tries - 1)
    throw error
  }
  if (receipt) await service.limiter.keep(receipt)
  return outcome
}

// Needs five round trips to the database: begin, obstacles, limits, insert, commit.
async function writeIn<R extends Kept>(
  trx: Parameters<typeof findObstacles>[0],
  prepared: PreparedSubmission,
  answerOf: (slug: string) => R,
  service: Service,
  onTaken: (receipt: Receipt | null) => void,
): Promise<Outcome<R>> {
  const { row, wantedSlug, submitter, idempotency } = prepared
  const stem = slugStem(wantedSlug)
  const found = await findObstacles(trx, {
    locks: [
      `slug:${stem}`,
      `domain:${row.domain}`,
      ...(idempotency ? [`idempotency:${idempotency.key_hash}`] : []),
    ],
    domain: row.domain,
    slugStem: stem,
    keyHash: idempotency?.key_hash ?? null,
  })
  // Decisions, Submit: the Idempotency-Key is looked up "before domain and limits".
  if (found.idempotent && idempotency) return repeated(found.idempotent, idempotency.body_hash)
  // Decisions, Submit: a dry run's "409 is for public listings alone (a pending domain is answered
  // when it is sent)".
  if (found.duplicate && (found.duplicate.status === 'approved' || !prepared.isDryRun))
    throw duplicateDomain(row.domain, found.duplicate, service)
  if (prepared.isDryRun) {
    // Only the limit of the IP address is checked. The limit of the e-mail address would reveal to
    // strangers how often that address is used.
    refuseUntil(await service.limiter.wait(submitter.addressBlock, trx), submissionsRule)
    // Decisions, Submit: the slug of a dry run has no numeric suffix, which would reveal listings
    // that are not public.
    return { kind: 'dry_run', slug: freeSlug(wantedSlug, new Set()) }
  }
  const taken = await service.limiter.take(submitter, trx)
  if ('wait' in taken) throw rateLimited(taken.wait, submissionsRule)
  onTaken(taken.receipt)

  const slug = freeSlug(wantedSlug, new Set(found.taken_slugs))
  const response = answerOf(slug)
  const { name } = row
  // The secrets in the verification link and in the manage link.
  const [owner, manage] = [newSecret(), newSecret()]
  const mailIds = await insertSubmission(trx, {
    product: { ...row, slug },
    toolIds: prepared.toolIds,
    customTools: prepared.customTools,
    ownerClaim: {
      email: submitter.email,
      token_hash: owner.token_hash,
      days: limits.owner_claim_days,
    },
    manageToken: { token_hash: manage.token_hash, days: limits.manage_days },
    mails: [
      mailOf('receipt', {
        name,
        review_status_url: response.review_status_url,
        status_url: service.urls.status(slug, submitter.email),
        manage_url: service.urls.manage(manage.token),
      }),
      mailOf('owner-verification', {
        name,
        confirm_url: service.urls.confirmOwner(owner.token),
        days: limits.owner_claim_days,
      }),
    ],
    idempotency: idempotency && { ...idempotency, response },
  })
  return { kind: 'written', response, mailIds }
}

function repeated<R extends Kept>(
  kept: { body_hash: string; response: Record<string, unknown> },
  bodyHash: string,
): Outcome<R> {
  if (kept.body_hash !== bodyHash)
    throw new ApiError(
      'idempotency_conflict',
      'This Idempotency-Key was used with another body. Use a new key for a new submission.',
    )
  // The cast is safe: `answerOf` made the stored answer, and the output schema checks it again.
  return { kind: 'repeated', response: kept.response as R }
}

const submissionsRule =
  'One submission per hour from one address, ten from one IPv6 /48, and three per day with one e-mail'

/** The 409 error of a domain that already has a product. */
export function duplicateDomain(
  domain: string,
  listing: { slug: string; status: string } | null,
  { urls }: Pick<Service, 'urls'>,
): ApiError {
  // Decisions, Submit: "The 409 names the existing slug only when that listing is approved."
  return new ApiError(
    'duplicate_domain',
    listing?.status === 'approved'
      ? `${domain} is already listed as ${listing.slug}. If it is yours, claim it (${urls.doc('claim')}). View it, or tell us if the domain moved: ${urls.listing(listing.slug)}`
      : `${domain} already has a product. This is final unless the canonical domain changed. If it is yours, claim it: ${urls.doc('claim')}`,
  )
}
