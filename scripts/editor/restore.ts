import { findForReview } from '../../src/db/review-queue.ts'
import { restoreListing } from '../../src/editorial/restore.ts'
import { type Command, deciding } from './arguments.ts'
import { declined, followUp, refused } from './tell.ts'
import { onOneLine } from './show.ts'

export const restore: Command = {
  about: 'take a withdrawal or a rejection back',
  words: ['slug'],
  options: deciding,
  run: async (session, [slug = '']) => {
    const { door, actor, to } = session
    const listing = await findForReview(door.db, slug)
    if (!listing) return refused(session, { outcome: 'unknown', slug })
    const isAsked =
      ['rejected', 'withdrawn'].includes(listing.status) && listing.source_kind !== 'curated'
    const sentence = `Restore ${onOneLine(listing.name)} (${listing.domain})? What was public is public again; anything else is pending.`
    if (isAsked && !(await session.confirm(sentence))) return declined(session, slug)
    const outcome = await restoreListing(door.db, { slug, actor }, to)
    if (outcome.outcome !== 'done') return refused(session, outcome)
    return followUp(session, outcome, {
      value: { outcome: 'restored', slug, status: outcome.isPublic ? 'approved' : 'pending' },
      text: `${onOneLine(outcome.name)} is ${outcome.isPublic ? 'public again' : 'pending again'}.`,
      hasMail: outcome.isPublic,
    })
  },
}
