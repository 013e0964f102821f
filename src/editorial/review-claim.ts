import type { ClaimReviewStatus } from '#contract/enums.ts'
import type { Addresses } from '#core/addresses.ts'
import { insertChange, takeChangeTimestamp } from '#db/queries/changelog.ts'
import type { Db, Trx } from '#db/connection/connect.ts'
import { setListing } from '#db/queries/decisions.ts'
import { type Request, decideIn } from './decide.ts'

/** The sentence in the mail to the owner for each outcome of a review (Decisions, Mails). */
export const claimOutcome = {
  submitted: 'Your claim is to be reviewed again.',
  verified: 'Your claim is verified. An approved listing stands in the agent directory now.',
  needs_revision: 'Your claim needs a revision before it can be verified.',
  not_verified: 'Your claim could not be verified. A listing stays in the list of all products.',
} as const satisfies Record<ClaimReviewStatus, string>

/** An editor's review of a claim. */
export interface ClaimVerdict {
  status: ClaimReviewStatus
  /** The public name of the editor who verified the claim. */
  verifier: string
  /** Shown publicly. */
  evidence: string | null
  notes: string | null
}

type ClaimReview = Request & ClaimVerdict

/** Stores an editor's review of a claim. Only an approved listing gets a changelog item for it. */
export function reviewClaim(db: Db, review: ClaimReview, urls: Addresses) {
  return db.transaction().execute((trx) => reviewClaimIn(trx, review, urls))
}

/**
 * Reviews a claim inside the transaction of the caller. Without `urls` no mail is written: the
 * caller's own mail reports the review.
 */
export function reviewClaimIn(trx: Trx, review: ClaimReview, urls?: Addresses) {
  const { slug, actor, seen, mailDelayMinutes, status, evidence, notes } = review
  const request = { slug, actor, seen, mailDelayMinutes }
  return decideIn(trx, 'review-claim', request, async (_, listing, { change }) => {
    if (listing.claim_review_status === null) return { outcome: 'no_claim', slug }
    const isSame =
      listing.claim_review_status === status &&
      listing.claim_evidence_summary === evidence &&
      listing.claim_review_notes === notes
    if (isSame) return { outcome: 'unchanged', slug }
    const claim_reviewed_at = change === null ? new Date() : await takeChangeTimestamp(trx)
    await setListing(trx, listing.id, reviewColumns(review, claim_reviewed_at))
    if (change === 'claim_review_updated')
      await insertChange(trx, claim_reviewed_at, {
        type: change,
        product_id: listing.id,
        claim_review_status: status,
        claim_reviewed_at,
      })
    const detail = { from: listing.claim_review_status, to: status }
    if (!urls) return { detail }
    const mail = (token: string) => ({
      name: listing.name,
      outcome: claimOutcome[status],
      ...(evidence === null ? {} : { evidence }),
      ...(notes === null ? {} : { notes }),
      ...(listing.status === 'approved' ? { listing_url: urls.listing(slug) } : {}),
      manage_url: urls.manage(token),
    })
    return { detail, mail }
  })
}

/** The columns that store a review of a claim. */
export function reviewColumns(verdict: ClaimVerdict, claim_reviewed_at: Date) {
  const { status, verifier, evidence, notes } = verdict
  return {
    claim_review_status: status,
    claim_reviewed_at,
    claim_evidence_summary: evidence,
    claim_review_notes: notes,
    claim_verified_by: status === 'verified' ? verifier : null,
  }
}
