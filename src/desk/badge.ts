import { checkListingBadge } from '#editorial/check-badge.ts'
import { noReach } from '#proof/fetch/reach.ts'
import type { Command } from './arguments.ts'
import { decideOnEach } from './several.ts'
import { followUp, refused } from './tell.ts'
import { onOneLine } from './terminal-text.ts'

export const badge: Command = {
  about: 'look for our badge on its site now; found or gone decides whether its link is followed',
  rest: 'slug',
  options: ['as'],
  run: (given, slugs) =>
    decideOnEach(given, slugs, async (session, slug) => {
      const { backend, actor, to, print } = session
      const network = { fetch: session.look, site: to.site }
      const outcome = await checkListingBadge(backend.db, { slug, actor }, network)
      if (outcome.outcome === 'not_public') {
        print(outcome, `${slug} is not public, so nobody looks for its badge.`)
        return 1
      }
      if (outcome.outcome !== 'same' && outcome.outcome !== 'changed')
        return refused(session, outcome)
      const { badge: found } = outcome
      const isAway = found.kind === 'unreachable' && (await session.reach.findAway())
      const seen =
        found.kind === 'found'
          ? `The badge is there; its link is ${found.rel}.`
          : isAway
            ? `${noReach}, so nobody looked for its badge.`
            : found.reason
      if (outcome.outcome === 'same') {
        print(outcome, `${slug}: ${onOneLine(seen)} Nothing was changed.`)
        // Where nobody could look, what was asked for is not done.
        return found.kind === 'unreachable' ? 1 : 0
      }
      return followUp(session, outcome.decided, {
        value: { outcome: 'badge_changed', slug, badge: found },
        text: `${slug}: ${onOneLine(seen)} Its badge is ${found.kind === 'found' && found.rel === 'dofollow' ? 'verified' : 'not verified any more'}.`,
        hasMail: false,
      })
    }),
}
