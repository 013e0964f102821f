import { cleanText } from '../../src/contract/text.ts'
import { findForReview } from '../../src/db/review-queue.ts'
import { rejectListing } from '../../src/editorial/reject.ts'
import { type Command, type Values, deciding } from './arguments.ts'
import { declined, followUp, refused } from './tell.ts'
import { onOneLine } from './show.ts'

export const reject: Command = {
  about: 'refuse it; the submitter gets the reason by mail',
  words: ['slug'],
  options: ['reason', ...deciding],
  check: needsReason,
  run: async (session, [slug = '']) => {
    const { door, actor, to } = session
    const reason = cleanText(session.values.reason!)
    const listing = await findForReview(door.db, slug)
    if (!listing) return refused(session, { outcome: 'unknown', slug })
    const sentence = `Reject ${onOneLine(listing.name)} (${listing.domain})? Its submitter gets this reason by mail: ${reason}`
    if (listing.status === 'pending' && !(await session.confirm(sentence)))
      return declined(session, slug)
    const outcome = await rejectListing(door.db, { slug, actor, reason }, to)
    if (outcome.outcome !== 'done') return refused(session, outcome, 'rejected')
    return followUp(session, outcome, {
      value: { outcome: 'rejected', slug },
      text: `${onOneLine(outcome.name)} is rejected.`,
      hasMail: true,
    })
  },
}

/** Whoever is refused or taken out is told why. */
export function needsReason(_: readonly string[], { reason }: Values): string | undefined {
  return cleanText(reason ?? '') === '' ? 'Give the submitter a reason: --reason "…"' : undefined
}
