import { checkListingBadge } from '#editorial/check-badge.ts'
import { noReach } from '#proof/fetch/reach.ts'
import type { Command } from './session.ts'
import { decideOnEach } from './several.ts'
import { done, followUp, notDone, refused } from './tell.ts'
import { onOneLine } from '#authoring/terminal-text.ts'

export const badge: Command = {
  about: 'look for our badge on its site now; found or gone decides whether its link is followed',
  takes: '<slug> …',
  options: ['as'],
  run: (given, slugs) =>
    decideOnEach(given, slugs, async (session, slug) => {
      const { backend, actor, to } = session
      const network = { fetch: session.look, site: to.site }
      const outcome = await checkListingBadge(backend.db, { slug, actor }, network)
      if (outcome.outcome === 'not_public')
        return notDone(session, outcome, `${slug} is not public, so nobody looks for its badge.`)
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
      const text = `${slug}: ${onOneLine(seen)}`
      if (outcome.outcome === 'same') {
        const finish = found.kind === 'unreachable' ? notDone : done
        return finish(session, outcome, `${text} Nothing was changed.`)
      }
      const isVerified = found.kind === 'found' && found.rel === 'dofollow'
      return followUp(session, outcome.decided, {
        value: { outcome: 'badge_changed', slug, badge: found },
        text: `${text} Its badge is ${isVerified ? 'verified' : 'not verified any more'}.`,
      })
    }),
}
