import { findForReview } from '#db/queries/review-queue.ts'
import type { Command } from './session.ts'
import { findOut } from './findings.ts'
import type { Flag } from './flags.ts'
import { listingLines } from './listing-lines.ts'
import { done, refused } from './tell.ts'

export const show: Command = {
  about: 'all that is known of one, and of what else came from there',
  takes: '<slug>',
  run: async (session, [slug = '']) => {
    const listing = await findForReview(session.backend.db, slug)
    if (!listing) return refused(session, { outcome: 'unknown', slug })
    const { flags, findings: found } = await findOut(session, listing)
    const findings: Record<string, string[]> = {}
    for (const flag of flags) (findings[labelOf(flag)] ??= []).push(flag.sentence)
    Object.assign(findings, found)
    const lines = listingLines(listing, findings)
    return done(session, { ...listing, findings, flags }, lines.join('\n'))
  },
}

/** The label of a finding among the fields of the listing. */
function labelOf({ kind, slug }: Flag): string {
  if (slug !== undefined) return 'looks like'
  return kind === 'email_elsewhere' ? 'e-mail' : 'look twice'
}
