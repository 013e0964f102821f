import { findForReview } from '#db/review-queue.ts'
import { verifyOwner } from '#editorial/verify-owner.ts'
import type { Command } from './arguments.ts'
import { deciding } from './options.ts'
import { declined, followUp, refused } from './tell.ts'
import { onOneLine } from './terminal-text.ts'

export const owner: Command = {
  about: 'how far its owner is verified; --verified vouches for the owner',
  words: ['slug'],
  options: ['verified', ...deciding],
  run: async (session, [slug = '']) => {
    const { backend, actor, values, print } = session
    const listing = await findForReview(backend.db, slug)
    if (!listing) return refused(session, { outcome: 'unknown', slug })
    const { submitter_email, owner_status } = listing
    const address = submitter_email === null ? 'nobody' : onOneLine(submitter_email)
    if (!values.verified) {
      print(
        { slug, submitter_email, owner_status },
        `The owner of ${slug} is ${address}, ${owner_status ?? 'unverified'}.`,
      )
      return 0
    }
    if (!(await session.confirm(`Vouch that ${address} speaks for ${onOneLine(listing.name)}?`)))
      return declined(session, slug)
    const outcome = await verifyOwner(backend.db, { slug, actor })
    if (outcome.outcome === 'unchanged') {
      print(outcome, `The owner of ${slug} is verified by an editor already. Nothing was changed.`)
      return 0
    }
    if (outcome.outcome === 'no_owner') {
      print(outcome, `${slug} has no owner who could be verified. Nothing was changed.`)
      return 1
    }
    if (outcome.outcome !== 'done') return refused(session, outcome)
    return followUp(session, outcome, {
      value: { outcome: 'owner_verified', slug, owner_status: 'editor_verified' },
      text: `The owner of ${slug} is verified by an editor.`,
      hasMail: false,
    })
  },
}
