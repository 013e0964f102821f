import { cleanText } from '../../src/contract/text.ts'
import { findForReview } from '../../src/db/review-queue.ts'
import { withdrawListing } from '../../src/editorial/withdraw.ts'
import { type Command, deciding } from './arguments.ts'
import { needsReason } from './reject.ts'
import { declined, followUp, refused } from './tell.ts'
import { onOneLine } from './show.ts'

export const withdraw: Command = {
  about: 'take it out of the directory; its owner gets the reason by mail',
  words: ['slug'],
  options: ['reason', ...deciding],
  check: needsReason,
  run: async (session, [slug = '']) => {
    const { door, actor, to } = session
    const reason = cleanText(session.values.reason!)
    const listing = await findForReview(door.db, slug)
    if (!listing) return refused(session, { outcome: 'unknown', slug })
    const isAsked =
      ['pending', 'approved'].includes(listing.status) && listing.source_kind !== 'curated'
    const sentence = `Withdraw ${onOneLine(listing.name)} (${listing.domain})? It is a 404 at once, its domain comes free, and its submitter gets this reason by mail: ${reason}`
    if (isAsked && !(await session.confirm(sentence))) return declined(session, slug)
    const outcome = await withdrawListing(door.db, { slug, actor, reason }, to)
    if (outcome.outcome !== 'done') return refused(session, outcome, 'withdrawn')
    return followUp(session, outcome, {
      value: { outcome: 'withdrawn', slug },
      text: `${onOneLine(outcome.name)} is withdrawn.`,
      hasMail: true,
    })
  },
}
