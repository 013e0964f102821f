import { nextActionCode } from '#core/claim.ts'
import { reviewWords, undecidedClaim } from '#present/review/review-words.ts'
import type { findOwned } from '#db/queries/manage-tokens.ts'

/** A listing for its owner: its status, the notes of editors, its state and next step in words. */
export function ownListing(
  found: NonNullable<Awaited<ReturnType<typeof findOwned>>>,
  hasProposal: boolean,
) {
  const status = found.status === 'approved' ? ('approved' as const) : ('pending' as const)
  const isRevisionAsked = status === 'pending' && found.revision_notes !== null
  const notes = [found.revision_notes, found.claim_review_notes].filter((text) => text !== null)
  const words = reviewWords(nextActionCode({ ...found, status }), { isRevisionAsked, hasProposal })
  const undecided = status === 'approved' ? undecidedClaim(found) : ''
  return { status, notes, ...words, state: `${words.state} ${undecided}`.trim() }
}
