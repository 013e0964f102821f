import type { SubmissionTier } from '#contract/enums.ts'
import type { Db } from '#db/connection/connect.ts'
import { readWhole, setListing } from '#db/queries/decisions.ts'
import { type Request, decide } from './decide.ts'

/**
 * Sets the tier of a listing. Decisions, Submit: submissions are always free, so only an editor
 * can change the tier.
 */
export function setTier(db: Db, { tier, ...request }: Request & { tier: SubmissionTier }) {
  return decide(db, 'set-tier', request, async (trx, { id, slug }) => {
    const { submission_tier: from } = await readWhole(trx, id)
    if (from === tier) return { outcome: 'unchanged', slug }
    await setListing(trx, id, { submission_tier: tier })
    return { detail: { from, to: tier } }
  })
}
