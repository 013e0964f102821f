import type { Addresses } from '#core/addresses.ts'
import type { CodeHost } from '#core/domain-name.ts'
import { fieldLabel } from '#present/review/submission-form.ts'
import type { Db } from '#db/connection/connect.ts'
import { findCurated } from '#db/queries/content.ts'
import { whenSeen } from '#present/words.ts'
import { closeProposal, findOpenProposal } from '#db/queries/proposals.ts'
import { correct } from './correct.ts'
import { type Request, decide } from './decide.ts'
import type { Corrections } from './editable-fields.ts'
import { type ClaimVerdict, claimOutcome } from './review-claim.ts'
import { keepFileValues } from './sync-listings.ts'

type Acceptance = Request & {
  /** The fields to accept. Without it, all fields of the proposal. */
  fields?: readonly string[] | undefined
  /** The editor's review of the claim in its proposed form. */
  verdict?: ClaimVerdict | undefined
}

/**
 * Accepts the change that the owner of a public listing proposed, whole or field by field. Fields
 * that are not accepted are dropped. A changed claim goes back to review, unless `verdict` reviews
 * it in the same step.
 */
export function acceptProposal(
  db: Db,
  { fields, verdict, ...request }: Acceptance,
  { urls, codeHosts }: { urls: Addresses; codeHosts: readonly CodeHost[] },
) {
  const { slug, actor } = request
  return decide(db, 'accept', request, async (trx, listing, row) => {
    const proposal = await findOpenProposal(trx, listing.id)
    if (!proposal) return { outcome: 'no_proposal', slug }
    const proposed = Object.entries(proposal.changes as Corrections)
    const problems = (fields ?? [])
      .filter((name) => !(name in proposal.changes))
      .map((name) => `The proposal does not change ${name}.`)
    if (problems.length > 0) return { outcome: 'invalid', slug, problems }
    const taken = proposed.filter(([name]) => fields === undefined || fields.includes(name))
    const wanted = Object.fromEntries(taken)
    const before =
      listing.source_kind === 'curated' ? await findCurated(trx, listing.id) : undefined
    const corrected = await correct(trx, listing, wanted, { row, codeHosts, verdict })
    if ('outcome' in corrected) return corrected
    if (before) await keepFileValues(trx, before)
    /** The fields of the proposal that were not accepted. */
    const left = proposed.map(([name]) => name).filter((name) => !(name in wanted))
    await closeProposal(trx, listing.id, { outcome: 'accepted', by: actor })
    const { name } = listing
    const labels = corrected.made.map(({ field }) => fieldLabel(field)).join(', ')
    return {
      detail: { ...corrected.detail, ...(left.length > 0 ? { left } : {}) },
      more: { corrections: corrected.made, left, claim: corrected.claim },
      mail: (token: string) => ({
        name,
        fields: `${labels} (${whenSeen})`,
        ...(corrected.claim ? { claim: claimOutcome[corrected.claim] } : {}),
        ...(verdict?.notes ? { notes: verdict.notes } : {}),
        listing_url: urls.listing(slug),
        manage_url: urls.manage(token),
      }),
    }
  })
}

/** Declines the change that an owner proposed and mails the reason. The listing is unchanged. */
export function declineProposal(
  db: Db,
  { reason, ...request }: Request & { reason: string },
  urls: Addresses,
) {
  return decide(db, 'decline', request, async (trx, { id, name }) => {
    const { slug, actor } = request
    if (!(await findOpenProposal(trx, id))) return { outcome: 'no_proposal', slug }
    await closeProposal(trx, id, { outcome: 'declined', by: actor, reason })
    return {
      detail: { reason },
      mail: (token: string) => ({ name, reason, manage_url: urls.manage(token) }),
    }
  })
}
