import type { ClaimReviewStatus } from '#contract/enums.ts'
import { insertChange, takeChangeTimestamp } from '#db/changelog.ts'
import type { Db } from '#db/connect.ts'
import { setListing } from '#db/decisions.ts'
import { type Decided, type Refusal, type Request, decide } from './decide.ts'
import { indexProducts } from './index-search.ts'

export interface ClaimReview extends Request {
  status: ClaimReviewStatus
  /** Who is named in public as having verified the claim. */
  verifier: string
  /** What was looked at and what it shows; public. */
  evidence: string | null
  notes: string | null
}

type NotReviewed = { outcome: 'unchanged'; slug: string } | { outcome: 'no_claim'; slug: string }

export type ClaimOutcome = Decided | Refusal | NotReviewed

/**
 * Sets how the review of a claim stands. On an approved listing that is news, published by the same
 * path as an approval; on a pending one only its submitter sees it, so nothing goes into the
 * changelog.
 */
export function reviewClaim(db: Db, review: ClaimReview): Promise<ClaimOutcome> {
  const { slug, actor, status, verifier, evidence, notes } = review
  return decide<'review-claim', NotReviewed>(
    db,
    'review-claim',
    { slug, actor },
    async (trx, listing, { change }) => {
      if (listing.claim_review_status === null) return { outcome: 'no_claim', slug }
      const isSame =
        listing.claim_review_status === status &&
        listing.claim_evidence_summary === evidence &&
        listing.claim_review_notes === notes
      if (isSame) return { outcome: 'unchanged', slug }
      const claim_reviewed_at = change === null ? new Date() : await takeChangeTimestamp(trx)
      await setListing(trx, listing.id, {
        claim_review_status: status,
        claim_reviewed_at,
        claim_evidence_summary: evidence,
        claim_review_notes: notes,
        claim_verified_by: status === 'verified' ? verifier : null,
      })
      if (change === 'claim_review_updated') {
        await indexProducts(trx, [listing.id])
        await insertChange(trx, claim_reviewed_at, {
          type: change,
          product_id: listing.id,
          claim_review_status: status,
          claim_reviewed_at,
        })
      }
      return { detail: { from: listing.claim_review_status, to: status } }
    },
  )
}
