import { cleanText } from '#contract/text.ts'
import { findForReview } from '#db/review-queue.ts'
import { askRevision } from '#editorial/ask-revision.ts'
import type { Command } from './arguments.ts'
import { deciding } from './options.ts'
import { reasonFrom } from './reasons.ts'
import { decideOnEach } from './several.ts'
import { noteOf } from './step.ts'
import { declined, followUp, refused, unknownReason } from './tell.ts'
import { onOneLine } from './terminal-text.ts'

export const revise: Command = {
  about: 'ask its submitter to mend it; the notes go by mail, with a link to do so',
  rest: 'slug',
  writesMail: true,
  options: ['notes', 'seen', 'note', ...deciding],
  check: (_, { notes }) =>
    cleanText(notes ?? '') === '' ? 'Say what is to be mended: --notes "…"' : undefined,
  run: (given, slugs) =>
    decideOnEach(given, slugs, async (session, slug) => {
      const { backend, actor, to, values } = session
      const given = reasonFrom(session.reasons, 'revise', cleanText(values.notes ?? ''))
      if ('problem' in given) return unknownReason(session, given.problem)
      const notes = given.text
      const listing = await findForReview(backend.db, slug)
      if (!listing) return refused(session, { outcome: 'unknown', slug })
      const seen = values.seen ?? listing.version
      const question = `Ask the submitter of ${onOneLine(listing.name)} (${listing.domain}) for a revision? These notes go by mail: ${notes}`
      if (listing.status === 'pending' && !(await session.confirm(question)))
        return declined(session, slug)
      const outcome = await askRevision(
        backend.db,
        { slug, actor, notes, seen, note: noteOf(values) },
        to,
      )
      if (outcome.outcome !== 'done') return refused(session, outcome)
      return followUp(session, outcome, {
        value: { outcome: 'revision_asked', slug },
        text: `The submitter of ${onOneLine(outcome.name)} is asked for a revision.`,
        hasMail: true,
      })
    }),
}
