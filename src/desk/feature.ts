import { findForReview } from '#db/review-queue.ts'
import { editListing } from '#editorial/edit.ts'
import type { Command } from './arguments.ts'
import { deciding } from './options.ts'
import { decideOnEach } from './several.ts'
import { declined, followUp, refused } from './tell.ts'
import { onOneLine } from './terminal-text.ts'

export const feature: Command = {
  about: 'feature listings, which puts them further up; --off takes it back',
  rest: 'slug',
  options: ['rank', 'off', ...deciding],
  check: (_, { rank, off }) =>
    off && rank !== undefined ? '--off and --rank exclude one another.' : undefined,
  run: (given, slugs) =>
    decideOnEach(given, slugs, async (session, slug) => {
      const { backend, actor, values, print } = session
      const listing = await findForReview(backend.db, slug)
      if (!listing) return refused(session, { outcome: 'unknown', slug })
      const isFeatured = !values.off
      const rank = values.off ? 0 : Number(values.rank ?? listing.featured_rank)
      const question = isFeatured
        ? `Feature ${onOneLine(listing.name)}, with rank ${rank}? On an approved listing this is public at once.`
        : `Feature ${onOneLine(listing.name)} no longer? On an approved listing this is public at once.`
      if (listing.source_kind !== 'curated' && !(await session.confirm(question)))
        return declined(session, slug)
      // The two fields are among those that an editor may correct; no host can change with them.
      const corrections = { is_featured: isFeatured, featured_rank: rank }
      const outcome = await editListing(backend.db, { slug, actor, corrections }, [])
      if (outcome.outcome === 'unchanged') {
        print(outcome, `${slug} stands so already. Nothing was changed.`)
        return 0
      }
      if (outcome.outcome === 'invalid') {
        print(outcome, `${outcome.problems.join('\n')}\nNothing was changed.`)
        return 1
      }
      if (outcome.outcome !== 'done') return refused(session, outcome)
      return followUp(session, outcome, {
        value: { outcome: isFeatured ? 'featured' : 'not_featured', slug, featured_rank: rank },
        text: `${onOneLine(outcome.name)} is ${isFeatured ? `featured, with rank ${rank}` : 'not featured any more'}.`,
        hasMail: false,
      })
    }),
}
