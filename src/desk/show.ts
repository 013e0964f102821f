import { findForReview } from '#db/review-queue.ts'
import type { Command } from './arguments.ts'
import { findOut } from './findings.ts'
import { listingLines } from './listing-lines.ts'
import { screenWidth } from './screen-width.ts'
import { refused } from './tell.ts'

export const show: Command = {
  about: 'all that is known of one, and of what else came from there',
  words: ['slug'],
  options: [],
  run: async (session, [slug = '']) => {
    const listing = await findForReview(session.backend.db, slug)
    if (!listing) return refused(session, { outcome: 'unknown', slug })
    const findings = await findOut(session, listing)
    session.print(
      { ...listing, findings },
      listingLines(listing, findings, screenWidth(), session.guide).join('\n'),
    )
    return 0
  },
}
