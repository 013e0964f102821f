import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import type { Published } from '#catalog/questions.ts'
import * as contract from '#contract/operations/submit-product.ts'
import { cleanText } from '#contract/text.ts'
import type { Addresses } from '#core/addresses.ts'
import { type CodeHost, type DomainName, domainName } from '#core/domain-name.ts'
import { type ProductRecord, reviewStatus } from '#present/present.ts'
import { wantedSlug } from '#core/slug.ts'
import { submissionWarnings } from '#core/submission-warnings.ts'
import { timeLeft } from '#request-deadline.ts'
import { setIdempotentResponse } from '#db/queries/submissions.ts'
import { addressBlock } from '#limits/address-block.ts'
import { type Delivery, deliverAfterCommit } from '#mail/deliver.ts'
import { handling } from './answer.ts'
import type { ExtraCheck } from './parse-input.ts'
import type { Service } from './service.ts'
import { checkTopics, resolveNames, topicSlugs } from './submission-names.ts'
import { writeSubmission } from './write-submission.ts'

/**
 * POST /submit, for the API, MCP and the site's form. Checks tools and domain, and counts the
 * submission in the rate limits.
 */
export const submitProduct = handling(
  contract.submitProduct,
  async ({ body, query, headers, address, isAgent, unknownFields }, service) => {
    const { catalog, urls } = service
    const published = await catalog.current()
    const { toolIds, referrer } = await resolveNames(service.db, body, published.tools)
    const name = domainName(body.url, catalog.codeHosts)
    if (!name.ok) throw new Error(`checkDomain accepted a URL that ${name.reason}`)
    const warned = warnedOf([
      ...submissionWarnings(body, unknownFields),
      ...doubleWarnings(name, published, urls),
    ])
    const {
      tool_slugs: _slugs,
      tool_ids: _ids,
      custom_tools: customTools = [],
      email,
      referral_code: _code,
      ...columns
    } = body
    const row = {
      ...columns,
      topics: topicSlugs(body.topics ?? [], catalog.topics),
      // A handle that was only "@" is an empty string after cleaning.
      founder_twitter: body.founder_twitter || null,
      id: randomUUID(),
      domain: name.domain,
      registrable_domain: name.registrable,
      source_kind: 'user_submission' as const,
      submitter_email: email,
      submitted_by_agent: isAgent,
      qualification_type: body.qualification_type ?? null,
      claim_review_status: body.qualification_type === undefined ? null : ('submitted' as const),
      referred_by: referrer,
    }
    const idempotency = idempotencyOf(headers['idempotency-key'], body)
    const outcome = await writeSubmission(
      {
        row,
        wantedSlug: wantedSlug(body.name, name.domain),
        toolIds,
        customTools,
        submitter: { addressBlock: addressBlock(address), email },
        idempotency,
        isDryRun: query.dry_run === 'true',
      },
      (slug) => ({ ...accepted({ ...row, slug }, urls), ...warned }),
      service,
    )
    if (outcome.kind === 'dry_run')
      return {
        status: 200,
        body: { valid: true as const, slug: outcome.slug, domain: name.domain, ...warned },
      }
    if (outcome.kind === 'repeated') return { status: 201, body: outcome.response, isReplay: true }
    service.wrote({ write: 'submission', slug: outcome.response.slug })
    return { status: 201, body: await sendMails(outcome, idempotency?.key_hash, service) }
  },
  ({ body }, { catalog }) => checkSubmission(body, catalog),
)

/** Checks of a submission that need the catalogue: its domain by the code hosts, and its topics. */
export const checkSubmission = (
  body: unknown,
  { codeHosts, topics }: Pick<Published, 'codeHosts' | 'topics'>,
): ReturnType<ExtraCheck> => [...checkDomain(body, codeHosts), ...checkTopics(body, topics)]

// Decisions, Submit: the repository or a subdomain of a listed product under another name.
function doubleWarnings(
  { domain, candidates }: Extract<DomainName, { ok: true }>,
  published: Published,
  urls: Addresses,
): contract.SubmissionWarning[] {
  const above = published.byDomain(candidates)?.listing
  const double = above ?? published.byRepository(domain)
  if (!double) return []
  const how = above ? 'is below the domain' : 'is the repository'
  const message = `${how} of ${double.slug}, which is listed: ${urls.listing(double.slug)}; if it is the same product, claim that listing instead: ${urls.claimForm}`
  return [{ path: 'url', message }]
}

const warnedOf = (warnings: contract.SubmissionWarning[]) =>
  warnings.length > 0 ? { warnings } : {}

/**
 * Decisions, Submit: the URL of a submission follows the rules of lookup. On a code host it must
 * also contain owner and repository.
 */
export function checkDomain(body: unknown, codeHosts: readonly CodeHost[]): ReturnType<ExtraCheck> {
  const url = (body as { url?: unknown } | null | undefined)?.url
  const text = typeof url === 'string' ? cleanText(url) : ''
  if (text === '') return []
  const name = domainName(text, codeHosts)
  if (!name.ok) return [{ path: 'url', message: name.reason }]
  if (name.candidates.length > 0) return []
  const message = `names ${name.domain}, which hosts many products; add the owner and repository`
  return [{ path: 'url', message }]
}

function idempotencyOf(key: string | undefined, body: contract.SubmissionBody) {
  if (key === undefined) return null
  // Two submitters may use the same key, so the hash includes the e-mail address.
  return { key_hash: sha256(`${body.email}\n${key}`), body_hash: sha256(JSON.stringify(body)) }
}

function accepted(
  row: Pick<ProductRecord, 'slug' | 'qualification_type' | 'claim_review_status'> & {
    submitter_email: string
  },
  urls: Addresses,
) {
  const { slug, submitter_email: email } = row
  const listing = { ...row, submission_tier: 'free' as const, badge_verified: false }
  const { badge: _, ...review } = reviewStatus(listing, 'pending', urls)
  return {
    success: true as const,
    slug,
    receiptSent: false,
    badge_opt_in: false as const,
    review_status_url: urls.reviewStatus(slug, email),
    owner_claim: { email, status: 'unverified' as const, verification_email_sent: false },
    ...review,
  }
}

type Accepted = ReturnType<typeof accepted> & ReturnType<typeof warnedOf>

/** Sends the mails of a submission; never throws. Returns the answer, with what was accepted. */
async function sendMails(
  { response, mailIds }: { response: Accepted; mailIds: string[] },
  keyHash: string | undefined,
  service: Service,
) {
  const { db, mailer, log, settings } = service
  const sent = deliverAfterCommit(db, mailer, mailIds)
  const known = service.afterAnswer(sent.then((mails) => catchUpAfter(mails, service)))
  const waitMs = Math.max(0, Math.min(settings.mailDeadlineMs, timeLeft()))
  const late = after(waitMs, [] as Delivery[], { ref: false })
  const deliveries = await Promise.race([sent, late])
  await known
  const wasAccepted = (kind: string) =>
    deliveries.some((mail) => mail.kind === kind && mail.accepted)
  const receiptSent = wasAccepted('receipt')
  const verification_email_sent = wasAccepted('owner-verification')
  if (!receiptSent && !verification_email_sent) return response
  const owner_claim = { ...response.owner_claim, verification_email_sent }
  const answer = { ...response, receiptSent, owner_claim }
  if (keyHash)
    await setIdempotentResponse(db, keyHash, answer).catch((error: unknown) =>
      log('the stored answer of a submission lacks the state of its mails', error),
    )
  return answer
}

// If the provider accepted a mail, it works: older mails that failed are tried again.
async function catchUpAfter(mails: readonly Delivery[], service: Service): Promise<void> {
  if (!mails.some(({ delivered }) => delivered)) return
  const { catchUpWith } = await import('./jobs.ts')
  await catchUpWith(service)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
