import type { ClaimReviewStatus } from '#contract/enums.ts'
import { qualificationCompanions } from '#contract/operations/submit-product.ts'
import { withPricing } from '#contract/resources/facts.ts'
import { type CodeHost, domainName } from '#core/domain-name.ts'
import type { Trx } from '#db/connection/connect.ts'
import { insertChange, takeChangeTimestamp } from '#db/queries/changelog.ts'
import { findDomainHolder, readWhole, replaceLists, setListing } from '#db/queries/decisions.ts'
import { findNamedTools } from '#db/queries/tools.ts'
import type { Transition } from './decisions.ts'
import {
  type Corrections,
  type EditableName,
  type EditableValue,
  isClaimField,
  isReliedOn,
} from './editable-fields.ts'
import { founderProfileSlug } from './publish-listing.ts'
import { type ClaimVerdict, reviewColumns } from './review-claim.ts'

/** A field with its old and its new value, as the audit stores it. */
export interface Correction {
  field: EditableName
  from: EditableValue
  to: EditableValue
}

export type NotCorrected =
  | { outcome: 'unchanged'; slug: string }
  | { outcome: 'invalid'; slug: string; problems: string[] }
  | { outcome: 'domain_taken'; slug: string; domain: string; holder: string }

interface Correcting {
  row: Transition
  codeHosts: readonly CodeHost[]
  verdict?: ClaimVerdict | undefined
}

interface Corrected {
  made: Correction[]
  /** The new review status of the claim; null if the status did not change. */
  claim: ClaimReviewStatus | null
  /** Stored with the decision in the audit. */
  detail: Record<string, unknown>
}

type Whole = Awaited<ReturnType<typeof readWhole>>

/**
 * Sets several fields of a locked listing, or none, with everything derived from them: domain,
 * founder page, tools, the review of the claim, and the changelog of a public listing. `verdict` is
 * the editor's review of the claim in its corrected form.
 */
export async function correct(
  trx: Trx,
  { id, slug }: { id: string; slug: string },
  corrections: Corrections,
  { row, codeHosts, verdict }: Correcting,
): Promise<Corrected | NotCorrected> {
  const before = await readWhole(trx, id)
  const made = changesOf(before, corrections)
  if (made.length === 0) return { outcome: 'unchanged', slug }
  const named = await resolveTools(trx, before, corrections)
  const moved = newDomain(corrections, codeHosts)
  const problems = [
    ...named.problems,
    ...moved.problems,
    ...claimProblems(before, corrections),
    ...(verdict ? verdictProblems(before, made) : []),
  ]
  if (problems.length > 0) return { outcome: 'invalid', slug, problems }
  if (moved.columns.domain !== undefined) {
    const { domain } = moved.columns
    const holder = await findDomainHolder(trx, domain, id)
    if (holder) return { outcome: 'domain_taken', slug, domain, holder: holder.slug }
  }
  const { tool_slugs: _, custom_tools: custom, pricing_url: pricing, ...columns } = corrections
  // The changelog lock puts all public changes into one order.
  const moment = row.change === null ? null : await takeChangeTimestamp(trx)
  const claim = claimColumns(before, made, verdict && { verdict, at: moment ?? new Date() })
  await setListing(trx, id, {
    // `as`: the schemas of `editableFields` have checked these values.
    ...(columns as object),
    ...(pricing === undefined
      ? {}
      : { facts: JSON.stringify(withPricing(before.facts, pricing as string | null)) }),
    ...moved.columns,
    ...claim.columns,
    ...(moment && made.some(({ field }) => isReliedOn(field)) ? { corrected_at: moment } : {}),
    ...(moment && 'founder_name' in corrections
      ? { founder_profile_slug: founderProfileSlug(corrections.founder_name as string | null) }
      : {}),
  })
  await replaceLists(trx, id, { tool_ids: named.ids, custom_tools: custom as string[] | undefined })
  if (moment && claim.news)
    await insertChange(trx, moment, {
      type: 'claim_review_updated',
      product_id: id,
      claim_review_status: claim.news,
      claim_reviewed_at: moment,
    })
  return { made, claim: claim.to, detail: { changes: made, ...claim.detail } }
}

/** The corrections that would change a value, each with its current value. */
export function changesOf(before: Whole, corrections: Corrections): Correction[] {
  // `as`: every editable field is a column, or a list that `readWhole` adds (such as `tool_slugs`).
  return Object.entries(corrections).flatMap(([name, to]) => {
    const field = name as EditableName
    const from = before[field] as EditableValue
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ field, from, to }]
  })
}

async function resolveTools(trx: Trx, before: Whole, corrections: Corrections) {
  const slugs = corrections.tool_slugs as string[] | undefined
  if (slugs === undefined) return { problems: [] }
  const custom = (corrections.custom_tools as string[] | undefined) ?? before.custom_tools
  if (slugs.length === 0 && custom.length === 0)
    return { problems: ['tool_slugs cannot be empty: the listing names no other tool.'] }
  const found = new Map((await findNamedTools(trx, slugs, [])).map(({ id, slug }) => [slug, id]))
  const unknown = slugs.filter((slug) => !found.has(slug))
  return {
    ids: slugs.flatMap((slug) => found.get(slug) ?? []),
    problems: unknown.map(
      (slug) => `tool_slugs names ${JSON.stringify(slug)}, which the directory does not have.`,
    ),
  }
}

/**
 * The new domain of a listing whose URL is corrected. Decisions, Submit: "The URL's host obeys
 * lookup's rules". On a code host, the URL must be that of a repository.
 */
function newDomain(
  { url }: Corrections,
  codeHosts: readonly CodeHost[],
): { columns: { domain?: string; registrable_domain?: string }; problems: string[] } {
  if (typeof url !== 'string') return { columns: {}, problems: [] }
  const name = domainName(url, codeHosts)
  if (!name.ok) return { columns: {}, problems: [`url ${name.reason}.`] }
  if (name.candidates.length === 0) {
    const problem = `url names ${name.domain}, which hosts many products; add the owner and repository.`
    return { columns: {}, problems: [problem] }
  }
  return { columns: { domain: name.domain, registrable_domain: name.registrable }, problems: [] }
}

/** Spec, POST /submit, rule 2: a qualification requires other fields, also after a correction. */
function claimProblems(before: Whole, corrections: Corrections): string[] {
  const after = { ...before, ...corrections }
  if (after.qualification_type === null) return []
  if (!Object.keys(corrections).some((name) => isClaimField(name as EditableName))) return []
  return qualificationCompanions
    .filter((field) => after[field] === null || String(after[field]) === '')
    .map((field) => `${field} is required when qualification_type is given.`)
}

const notReviewed = {
  claim_reviewed_at: null,
  claim_review_notes: null,
  claim_verified_by: null,
  claim_evidence_summary: null,
} as const

/** The columns that a change of the claim sets: it needs a new review, unless `review` is given. */
function claimColumns(
  before: Whole,
  made: Correction[],
  review: { verdict: ClaimVerdict; at: Date } | undefined,
) {
  const from = before.claim_review_status
  const isTouched = made.some(({ field }) => isClaimField(field))
  if (!isTouched) return { columns: {}, detail: {}, to: null, news: null }
  if (review) {
    const { status: to } = review.verdict
    const columns = reviewColumns(review.verdict, review.at)
    return { columns, detail: { claim: { from, to } }, to, news: to }
  }
  const to = claims(before, made) ? ('submitted' as const) : null
  if (to === from) return { columns: {}, detail: {}, to: null, news: null }
  return {
    columns: { ...notReviewed, claim_review_status: to },
    detail: { claim: { from, to } },
    to,
    // For the changelog: who trusted a reviewed claim learns that it is in review again.
    news: from === null ? null : to,
  }
}

/** Whether the listing has a claim once these corrections are made. */
function claims(before: Whole, made: Correction[]): boolean {
  const type = made.find(({ field }) => field === 'qualification_type')
  return (type ? type.to : before.qualification_type) !== null
}

function verdictProblems(before: Whole, made: Correction[]): string[] {
  if (!made.some(({ field }) => isClaimField(field)))
    return ['This does not change the claim; decide on it by itself.']
  return claims(before, made) ? [] : ['After this the listing has no claim to review.']
}
