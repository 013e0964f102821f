import { badgeSnippets } from '#core/badge.ts'
import type { Addresses } from '#core/addresses.ts'
import type { Db } from '#db/connection/connect.ts'
import { type LockedListing, setListing } from '#db/queries/decisions.ts'
import { undecidedClaim } from '#present/review/review-words.ts'
import { type Decided, type Refusal, type Request as Plain, decideIn } from './decide.ts'
import { publishListing } from './publish-listing.ts'
import { type ClaimVerdict, claimOutcome, reviewClaimIn } from './review-claim.ts'

type Request = Plain & {
  /** Replaces the topics of the listing in the same step. */
  topics?: string[] | undefined
  /** Reviews the claim of the listing in the same step. */
  verdict?: ClaimVerdict | undefined
}

/**
 * Approves a pending listing. With `verdict` it also reviews the claim, or does neither: one
 * changelog item and one mail report both decisions.
 */
export async function approveListing(
  db: Db,
  { topics, verdict, ...request }: Request,
  urls: Addresses,
): Promise<Decided | Refusal | NoClaim> {
  try {
    return await db.transaction().execute(async (trx) => {
      const reviewed = verdict && (await reviewClaimIn(trx, { ...request, ...verdict }))
      const isUnchanged = reviewed?.outcome === 'unchanged'
      if (reviewed && reviewed.outcome !== 'done' && !isUnchanged) throw new NotTaken(reviewed)
      const approved = await decideIn(trx, 'approve', request, async (_, listing) => {
        if (topics) await setListing(trx, listing.id, { topics })
        const { referral_code } = await publishListing(trx, listing)
        return {
          ...(topics ? { detail: { topics } } : {}),
          mail: approvalMail(listing, referral_code, urls, isUnchanged ? undefined : verdict),
        }
      })
      if (approved.outcome !== 'done') throw new NotTaken(approved)
      return approved
    })
  } catch (error) {
    if (error instanceof NotTaken) return error.outcome
    throw error
  }
}

type NoClaim = { outcome: 'no_claim'; slug: string }

/** Thrown to roll back the transaction when one of the two decisions was refused. */
class NotTaken extends Error {
  readonly outcome: Refusal | NoClaim
  constructor(outcome: Refusal | NoClaim) {
    super(outcome.outcome)
    this.outcome = outcome
  }
}

/** The fields of the approval mail; with `verdict`, the claim was reviewed in the same step. */
export function approvalMail(
  listing: LockedListing,
  referral_code: string,
  urls: Addresses,
  verdict?: ClaimVerdict,
) {
  const { name, slug } = listing
  const claim = verdict ? claimOutcome[verdict.status] : undecidedClaim(listing)
  const badge_snippet = badgeSnippets(urls.listing(slug), urls.badge(slug)).html
  return (token: string) => ({
    name,
    ...(claim ? { claim } : {}),
    ...(verdict?.notes ? { notes: verdict.notes } : {}),
    listing_url: urls.listing(slug),
    badge_snippet,
    referral_code,
    manage_url: urls.manage(token),
  })
}
