import type { ClaimReviewStatus } from '#contract/enums.ts'
import { recordAction } from '#db/audit.ts'
import { insertChange, takeChangeTimestamp } from '#db/changelog.ts'
import type { Db } from '#db/connect.ts'
import { indexProducts } from './index-search.ts'

export interface ClaimReview {
  slug: string
  status: ClaimReviewStatus
  actor: string
  /** Who is named in public as having verified the claim. */
  verifier: string
  /** What was looked at and what it shows; public. */
  evidence: string | null
  notes: string | null
}

export type ClaimOutcome =
  | { outcome: 'done'; slug: string; isPublic: boolean }
  | { outcome: 'unchanged' | 'no_claim' | 'unknown'; slug: string }

/**
 * Sets how the review of a claim stands. On an approved listing that is news, published by the same
 * path as an approval; on a pending one only its submitter sees it, so nothing goes into the
 * changelog.
 */
export function reviewClaim(db: Db, review: ClaimReview): Promise<ClaimOutcome> {
  const { slug, status, actor, verifier, evidence, notes } = review
  return db.transaction().execute(async (trx) => {
    const listing = await trx
      .selectFrom('products')
      .select([
        'id',
        'status',
        'claim_review_status',
        'claim_evidence_summary',
        'claim_review_notes',
      ])
      .where('slug', '=', slug)
      .where('status', '<>', 'rejected')
      .forUpdate()
      .executeTakeFirst()
    if (!listing) return { outcome: 'unknown', slug }
    if (listing.claim_review_status === null) return { outcome: 'no_claim', slug }
    const isSame =
      listing.claim_review_status === status &&
      listing.claim_evidence_summary === evidence &&
      listing.claim_review_notes === notes
    if (isSame) return { outcome: 'unchanged', slug }
    const isPublic = listing.status === 'approved'
    const claim_reviewed_at = isPublic ? await takeChangeTimestamp(trx) : new Date()
    await trx
      .updateTable('products')
      .set({
        claim_review_status: status,
        claim_reviewed_at,
        claim_evidence_summary: evidence,
        claim_review_notes: notes,
        claim_verified_by: status === 'verified' ? verifier : null,
      })
      .where('id', '=', listing.id)
      .execute()
    if (isPublic) {
      await indexProducts(trx, [listing.id])
      const change = {
        type: 'claim_review_updated' as const,
        product_id: listing.id,
        claim_review_status: status,
        claim_reviewed_at,
      }
      await insertChange(trx, claim_reviewed_at, change)
    }
    await recordAction(trx, {
      actor,
      action: 'review-claim',
      product_id: listing.id,
      detail: { from: listing.claim_review_status, to: status },
    })
    return { outcome: 'done', slug, isPublic }
  })
}
