import { findForReview } from '../../src/db/review-queue.ts'
import { approveListing } from '../../src/editorial/approve.ts'
import { type Command, deciding } from './arguments.ts'
import { declined, followUp, refused } from './tell.ts'
import { onOneLine } from './show.ts'

export const approve: Command = {
  about: 'publish it',
  words: ['slug'],
  options: deciding,
  run: async (session, [slug = '']) => {
    const { door, actor, to } = session
    const listing = await findForReview(door.db, slug)
    if (!listing) return refused(session, { outcome: 'unknown', slug })
    const sentence = `Approve ${onOneLine(listing.name)} (${listing.domain})? It becomes public at ${to.listing(slug)}, and its submitter gets a mail.`
    if (listing.status === 'pending' && !(await session.confirm(sentence)))
      return declined(session, slug)
    const outcome = await approveListing(door.db, { slug, actor }, to)
    if (outcome.outcome !== 'done') return refused(session, outcome, 'approved')
    return followUp(session, outcome, {
      value: { outcome: 'approved', slug },
      text: `${onOneLine(outcome.name)} is approved.`,
      hasMail: true,
    })
  },
}
