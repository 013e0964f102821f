import { findForReview } from '#db/queries/review-queue.ts'
import type { Command } from './session.ts'
import { findOut } from './findings.ts'
import { listingLines } from './listing-lines.ts'
import { done, refused } from './tell.ts'

export const show: Command = {
  about: 'all that is known of one, and of what else came from there',
  words: ['slug'],
  options: [],
  run: async (session, [slug = '']) => {
    const listing = await findForReview(session.backend.db, slug)
    if (!listing) return refused(session, { outcome: 'unknown', slug })
    const { marks, flags, ...found } = await findOut(session, listing)
    const findings = { ...marks, ...found.findings }
    const lines = listingLines(listing, findings)
    return done(session, { ...listing, findings, flags }, lines.join('\n'))
  },
}
