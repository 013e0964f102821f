import type { Transaction } from 'kysely'
import { qualificationCompanions } from '#contract/operations/submit-product.ts'
import { type CodeHost, domainName } from '#core/domain-name.ts'
import { insertChange, takeChangeTimestamp } from '#db/changelog.ts'
import {
  findDomainHolder,
  readWhole,
  replaceCustomTools,
  replaceTools,
  setListing,
} from '#db/decisions.ts'
import type { Database } from '#db/schema.ts'
import { findNamedTools } from '#db/tools.ts'
import type { Transition } from './decisions.ts'
import {
  type Corrections,
  type EditableName,
  type EditableValue,
  isClaimField,
  isReliedOn,
} from './editable-fields.ts'
import { indexProducts } from './index-search.ts'
import { founderProfileSlug } from './publish-listing.ts'

/** A field with its old and its new value, as the audit keeps it. */
export interface Correction {
  field: EditableName
  from: EditableValue
  to: EditableValue
}

/** Why nothing was corrected. */
export type NotCorrected =
  | { outcome: 'unchanged'; slug: string }
  | { outcome: 'invalid'; slug: string; problems: string[] }
  | { outcome: 'domain_taken'; slug: string; domain: string; holder: string }

type Whole = Awaited<ReturnType<typeof readWhole>>

/**
 * Sets several fields of a locked listing at once, all or nothing: an editor's correction, an
 * owner's revision, a proposal that is accepted. What rests on a field follows it: domain, founder
 * page, tools, the review of the claim; and on a public listing the search and the changelog.
 */
export async function correct(
  trx: Transaction<Database>,
  { id, slug }: { id: string; slug: string },
  corrections: Corrections,
  { row, codeHosts }: { row: Transition; codeHosts: readonly CodeHost[] },
): Promise<{ made: Correction[]; detail: Record<string, unknown> } | NotCorrected> {
  const before = await readWhole(trx, id)
  const made = changesOf(before, corrections)
  if (made.length === 0) return { outcome: 'unchanged', slug }
  const named = await resolveTools(trx, before, corrections)
  const moved = newDomain(corrections, codeHosts)
  const problems = [...named.problems, ...moved.problems, ...claimProblems(before, corrections)]
  if (problems.length > 0) return { outcome: 'invalid', slug, problems }
  if (moved.columns.domain !== undefined) {
    const { domain } = moved.columns
    const holder = await findDomainHolder(trx, domain, id)
    if (holder) return { outcome: 'domain_taken', slug, domain, holder: holder.slug }
  }
  const { tool_slugs: _, custom_tools: custom, ...columns } = corrections
  const claim = claimColumns(before, made)
  // What readers see is written under the lock of the changelog, in one order for everybody.
  const moment = row.change === null ? null : await takeChangeTimestamp(trx)
  await setListing(trx, id, {
    // Checked by the schemas of the columns' own fields.
    ...(columns as object),
    ...moved.columns,
    ...claim.columns,
    ...(moment && made.some(({ field }) => isReliedOn(field)) ? { corrected_at: moment } : {}),
    ...(moment && 'founder_name' in corrections
      ? { founder_profile_slug: founderProfileSlug(corrections.founder_name as string | null) }
      : {}),
  })
  if (named.ids) await replaceTools(trx, id, named.ids)
  if (custom) await replaceCustomTools(trx, id, custom as string[])
  if (moment) {
    await indexProducts(trx, [id])
    // Who trusted a verified claim learns that it is to be reviewed again.
    if (claim.isSentBack)
      await insertChange(trx, moment, {
        type: 'claim_review_updated',
        product_id: id,
        claim_review_status: 'submitted',
        claim_reviewed_at: moment,
      })
  }
  return { made, detail: { changes: made, ...claim.detail } }
}

/** What these corrections would change, with what stands there now. */
export function changesOf(before: Whole, corrections: Corrections): Correction[] {
  // A table of fields that have a column each, and `tool_slugs`, which `readWhole` adds.
  return Object.entries(corrections).flatMap(([name, to]) => {
    const field = name as EditableName
    const from = before[field] as EditableValue
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ field, from, to }]
  })
}

async function resolveTools(trx: Transaction<Database>, before: Whole, corrections: Corrections) {
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

/** Decision, Submit: "The URL's host obeys lookup's rules"; on a code host it names a repository. */
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

/** Spec, POST /submit, rule 2: what a qualification brings with it, also after a correction. */
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

/** A claim that was reviewed and is changed is to be reviewed again. */
function claimColumns(before: Whole, made: Correction[]) {
  const touched = made.filter(({ field }) => isClaimField(field))
  const type = made.find(({ field }) => field === 'qualification_type')
  const qualification = type ? type.to : before.qualification_type
  const from = before.claim_review_status
  const to = qualification === null ? null : touched.length > 0 ? ('submitted' as const) : from
  if (to === from) return { columns: {}, detail: {}, isSentBack: false }
  return {
    columns: { ...notReviewed, claim_review_status: to },
    detail: { claim: { from, to } },
    isSentBack: from !== null && to !== null,
  }
}
