import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { closest, distance } from 'fastest-levenshtein'
import type { SubmissionBody } from '#contract/operations/submit-product.ts'
import { submitProduct } from '#contract/operations/submit-product.ts'
import { ApiError, type ErrorDetail } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { cleanText, cut } from '#contract/text.ts'
import { domainName } from '#core/domain-name.ts'
import { reviewStatus } from '#core/present.ts'
import { stackResolver } from '#core/stack.ts'
import { freeSlug, slugStem, wantedSlug } from '#core/slug.ts'
import { brokenUniqueConstraint } from '#db/failure.ts'
import { findReferrer } from '#db/products.ts'
import {
  findObstacles,
  insertSubmission,
  setIdempotentResponse,
  takeLocks,
} from '#db/submissions.ts'
import { findNamedTools } from '#db/tools.ts'
import { addressBlock } from '#http/client-address.ts'
import { told } from '#http/problems.ts'
import { type Handler, endpoint, serve } from '#http/serve.ts'
import { deliverMails } from '#mail/deliver.ts'
import { mailOf } from '#mail/mails.ts'
import { catalog, database, edge, mailer, submissionLimiter, to } from '../src/composition.ts'

/** A submission as one of the doors received it: REST, MCP or the form of the site. */
interface Submission {
  body: SubmissionBody
  address: string
  isDryRun: boolean
  idempotencyKey?: string | undefined
  submittedByAgent: boolean
}

/** POST /submit. */
export const submitEndpoint = submitDoor({ submittedByAgent: true })
export const ALL = serve(submitEndpoint, edge)

/** One way in: the API and MCP, or the form of the site, with the same checks and limits. */
export function submitDoor({ submittedByAgent }: { submittedByAgent: boolean }) {
  const answer: Handler<typeof submitProduct> = ({ body, query, headers, address }) =>
    submit({
      body,
      address,
      isDryRun: query.dry_run === 'true',
      idempotencyKey: headers['idempotency-key'],
      submittedByAgent,
    })
  return endpoint(submitProduct, answer, { extraCheck: checkDomain, admit: admitAttempt })
}

/**
 * Decision, Submit: attempts of any outcome are capped per address, so that refusals are no oracle.
 */
async function admitAttempt(address: string): Promise<void> {
  const wait = await submissionLimiter().takeAttempt(addressBlock(address))
  if (wait > 0) throw rateLimited(wait, 'Too many attempts from this address')
}

/**
 * Decision, Submit: "The URL's host obeys lookup's rules", and on a code host the URL must name
 * owner and repository.
 */
function checkDomain(body: unknown): ErrorDetail[] {
  const url = (body as { url?: unknown } | null)?.url
  const text = typeof url === 'string' ? cleanText(url) : ''
  if (text === '') return []
  const name = domainName(text, catalog.codeHosts)
  if (!name.ok) return [{ path: 'url', message: name.reason }]
  if (name.candidates.length > 0) return []
  return [
    {
      path: 'url',
      message: `names ${name.domain}, which hosts many products; add the owner and repository`,
    },
  ]
}

/**
 * Accepts a submission or throws the reason against it, in the contract's order: tool slugs,
 * domain, rate limits, insert.
 */
async function submit(submission: Submission) {
  const { body } = submission
  const { toolIds, referrer } = await resolveNames(body)
  const name = domainName(body.url, catalog.codeHosts)
  if (!name.ok) throw new Error(`checkDomain let ${name.reason} pass`)
  const prepared = prepare(submission, name, toolIds, referrer)
  const outcome = await write(prepared)
  if (outcome.kind === 'dry_run')
    return {
      status: 200 as const,
      body: { valid: true as const, slug: outcome.slug, domain: name.domain },
    }
  if (outcome.kind === 'repeated')
    return {
      status: 201 as const,
      body: outcome.response,
      headers: { 'idempotency-replayed': 'true' },
    }
  return { status: 201 as const, body: await sendMails(outcome, prepared.idempotency?.key_hash) }
}

async function resolveNames(body: SubmissionBody) {
  const { tool_slugs: slugs = [], tool_ids: ids = [], referral_code } = body
  const named = await findNamedTools(database(), slugs, ids)
  const bySlug = new Map(named.map(({ id, slug }) => [slug, id]))
  const known = new Set(named.map(({ id }) => id))
  const unknownSlugs = slugs.filter((slug) => !bySlug.has(slug))
  const referrer =
    referral_code === undefined ? null : await findReferrer(database(), referral_code.toLowerCase())
  const unknownIds = ids.filter((id) => !known.has(id))
  const problems = [
    ...unknownSlugs.map((slug) => ({
      path: 'tool_slugs',
      message: `names ${JSON.stringify(cut(slug, limits.slug))}, which the directory does not have`,
    })),
    ...unknownIds.map((id) => ({
      path: 'tool_ids',
      message: `names ${id}, which the directory does not have`,
    })),
    ...(referrer === undefined
      ? [{ path: 'referral_code', message: 'is not the code of a listing' }]
      : []),
  ]
  if (problems.length > 0) {
    const { details } = told(problems)
    const hinted = details.map((problem, index) => ({
      ...problem,
      message: problem.message + suggestion(unknownSlugs[index]),
    }))
    const kind = unknownSlugs.length > 0 ? 'unknown_tools' : 'invalid_request'
    const way =
      unknownSlugs.length + unknownIds.length > 0
        ? ' `list_tools`, which is GET /tools, names the tools there are.'
        : ''
    throw new ApiError(
      kind,
      `${told([...hinted, ...problems.slice(details.length)]).message}${way}`,
      { details: hinted },
    )
  }
  return {
    toolIds: [...new Set([...slugs.map((slug) => bySlug.get(slug)!), ...ids])],
    referrer: referrer ?? null,
  }
}

const resolveTerm = stackResolver(catalog.tools)

// "PostgreSQL" and "postgresq" both mean postgresql.
function suggestion(slug: string | undefined): string {
  if (slug === undefined) return ''
  const typed = slug.slice(0, limits.slug).toLowerCase()
  const slugs = catalog.tools.map((tool) => tool.slug)
  const nearest = resolveTerm(slug)?.slug ?? closest(typed, slugs)
  return resolveTerm(slug) !== undefined || distance(nearest, typed) <= 2
    ? ` (did you mean ${nearest}?)`
    : ''
}

function prepare(
  submission: Submission,
  name: { domain: string; registrable: string },
  toolIds: string[],
  referrer: string | null,
) {
  const { body, idempotencyKey } = submission
  const {
    tool_slugs: _slugs,
    tool_ids: _ids,
    custom_tools = [],
    email,
    referral_code: _code,
    ...columns
  } = body
  const token = randomBytes(32).toString('base64url')
  const wanted = wantedSlug(body.name, name.domain)
  return {
    submission,
    wanted,
    token,
    slots: submissionLimiter().slots({ addressBlock: addressBlock(submission.address), email }),
    idempotency:
      idempotencyKey === undefined
        ? null
        : { key_hash: sha256(idempotencyKey), body_hash: sha256(JSON.stringify(body)) },
    row: {
      ...columns,
      // A lone @ leaves nothing of the handle.
      founder_twitter: body.founder_twitter || null,
      id: randomUUID(),
      domain: name.domain,
      registrable_domain: name.registrable,
      source_kind: 'user_submission' as const,
      submitter_email: email,
      submitted_by_agent: submission.submittedByAgent,
      claim_review_status: body.qualification_type === undefined ? null : ('submitted' as const),
      referred_by: referrer,
    },
    toolIds,
    customTools: custom_tools,
    ownerClaim: { email, token_hash: sha256(token), days: limits.owner_claim_days },
  }
}

type Prepared = ReturnType<typeof prepare>
type Written = { kind: 'written'; response: ReturnType<typeof accepted>; mailIds: string[] }
type Outcome =
  | Written
  | { kind: 'dry_run'; slug: string }
  | { kind: 'repeated'; response: ReturnType<typeof accepted> }

// The unique indexes decide every race; a lost one is seen here and told, or tried again with what
// the winner left.
async function write(prepared: Prepared, attempt = 1): Promise<Outcome> {
  try {
    return await database()
      .transaction()
      .execute((trx) => writeIn(trx, prepared))
  } catch (error) {
    const constraint = brokenUniqueConstraint(error)
    if (constraint === 'products_domain_key') throw duplicateDomain(prepared.row.domain, null)
    if (constraint === 'products_slug_key' && attempt < 5) return write(prepared, attempt + 1)
    throw error
  }
}

async function writeIn(
  trx: Parameters<typeof findObstacles>[0],
  prepared: Prepared,
): Promise<Outcome> {
  const { submission, wanted, row, slots, idempotency, token } = prepared
  const stem = slugStem(wanted)
  const slotNames = slots.map(({ bucket, key }) => `${bucket}:${key}`)
  await takeLocks(trx, [
    ...slotNames,
    `slug:${stem}`,
    `domain:${row.domain}`,
    ...(idempotency ? [`idempotency:${idempotency.key_hash}`] : []),
  ])
  const found = await findObstacles(trx, {
    domain: row.domain,
    slugStem: stem,
    keyHash: idempotency?.key_hash ?? null,
    slots,
  })
  // Decision, Submit: "the key is looked up before domain and limits".
  if (found.idempotent && idempotency) return repeated(found.idempotent, idempotency.body_hash)
  if (found.duplicate) throw duplicateDomain(row.domain, found.duplicate)
  if (found.wait > 0)
    throw rateLimited(
      found.wait,
      'One submission per hour from one address, and three per day with one e-mail',
    )
  const slug = freeSlug(wanted, new Set(found.taken_slugs))
  if (submission.isDryRun) return { kind: 'dry_run', slug }

  const response = accepted(slug, prepared)
  const name = submission.body.name
  const mailIds = await insertSubmission(trx, {
    product: { ...row, slug },
    toolIds: prepared.toolIds,
    customTools: prepared.customTools,
    ownerClaim: prepared.ownerClaim,
    slots,
    mails: [
      mailOf('receipt', { name, review_status_url: response.review_status_url }),
      mailOf('owner-verification', {
        name,
        confirm_url: to.confirmOwner(token),
        days: limits.owner_claim_days,
      }),
    ],
    idempotency: idempotency && { ...idempotency, response },
  })
  return { kind: 'written', response, mailIds }
}

function repeated(
  kept: { body_hash: string; response: Record<string, unknown> },
  bodyHash: string,
): Outcome {
  if (kept.body_hash !== bodyHash)
    throw new ApiError(
      'idempotency_conflict',
      'This Idempotency-Key was used with another body. Use a new key for a new submission.',
    )
  // Written by accepted() below; the output schema checks it again on the way out.
  return { kind: 'repeated', response: kept.response as ReturnType<typeof accepted> }
}

function accepted(slug: string, { submission, row }: Prepared) {
  const { email } = submission.body
  const status = {
    ...row,
    slug,
    submission_tier: 'free' as const,
    badge_verified: false,
    qualification_type: row.qualification_type ?? null,
  }
  const { badge: _, ...review } = reviewStatus(status, 'pending', to)
  return {
    success: true as const,
    slug,
    receiptSent: false,
    badge_opt_in: false as const,
    review_status_url: to.reviewStatus(slug, email),
    owner_claim: { email, status: 'unverified' as const, verification_email_sent: false },
    ...review,
  }
}

/** A provider that has not answered by then is told of as not having accepted. */
const mailDeadlineMs = 4_000

// After the commit. A mail that fails stays due in the outbox and never fails the submission.
async function sendMails({ response, mailIds }: Written, keyHash: string | undefined) {
  try {
    const deadline = new Promise<null>((resolve) =>
      setTimeout(resolve, mailDeadlineMs, null).unref(),
    )
    const deliveries = await Promise.race([deliverMails(database(), mailer, mailIds), deadline])
    const wasAccepted = (kind: string) =>
      deliveries?.some((mail) => mail.kind === kind && mail.accepted) ?? false
    const told = {
      ...response,
      receiptSent: wasAccepted('receipt'),
      owner_claim: {
        ...response.owner_claim,
        verification_email_sent: wasAccepted('owner-verification'),
      },
    }
    if (keyHash && (told.receiptSent || told.owner_claim.verification_email_sent))
      await setIdempotentResponse(database(), keyHash, told)
    return told
  } catch (error) {
    edge.log('the mails of a submission wait in the outbox', error)
    return response
  }
}

function duplicateDomain(
  domain: string,
  listing: { slug: string; status: string } | null,
): ApiError {
  // Decision, Submit: "The 409 names the existing slug only when that listing is approved."
  const where =
    listing?.status === 'approved'
      ? ` It is listed as ${listing.slug}: ${to.listing(listing.slug)}`
      : ''
  return new ApiError(
    'duplicate_domain',
    `${domain} already has a product. This is final unless the canonical domain changed.${where}`,
  )
}

function rateLimited(seconds: number, rule: string): ApiError {
  return new ApiError('rate_limited', `${rule}. Try again in ${seconds} seconds.`, {
    headers: { 'retry-after': String(seconds) },
  })
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
