import { plural } from '#core/plural.ts'
import { recordAction } from '#db/queries/audit.ts'
import { type RebuildState, askForRebuild, rebuildState } from '#db/queries/rebuilds.ts'
import { tellBuilder } from '#editorial/side-effects.ts'
import type { Command } from './session.ts'
import { deciding } from '#authoring/options.ts'
import { onOneLine } from '#authoring/terminal-text.ts'
import { declined, done, notDone, rebuildSaid } from './tell.ts'

export const rebuild: Command = {
  about: 'ask for a fresh build of the site; --state says how builds stand',
  options: ['built', ...deciding],
  run: async (session) => {
    const { backend, actor, values } = session
    if (values.built) {
      const state = await rebuildState(backend.db)
      return done(session, state, stateText(state))
    }
    if (!(await session.confirm('Ask for a fresh build of the site?'))) return declined(session, '')
    await askForRebuild(backend.db, actor)
    await recordAction(backend.db, { actor, action: 'ask-rebuild', product_id: null })
    const asked = await tellBuilder(backend)
    const finish = asked.state === 'failed' ? notDone : done
    const { value, text, hint } = rebuildSaid(asked)
    return finish(session, value, text, hint)
  },
}

/** Describes the state of the site builds in sentences. */
function stateText({ live, behind, waiting, running, failed }: RebuildState): string {
  const at = (moment: Date) => moment.toISOString()
  return [
    live
      ? `Live since ${at(live.live_at)}, ${live.changed_at ? `with everything up to ${at(live.changed_at)}` : 'from before the first change'}; ${plural(behind, 'listing')} changed since.`
      : 'No build has said that it is live.',
    running && `A build runs since ${at(running.started_at)}.`,
    waiting &&
      `A build was asked for at ${at(waiting.asked_at)}, ${plural(waiting.asks, 'time')}; it is due at ${at(waiting.next_attempt_at)}.`,
    failed && `The last build failed at ${at(failed.failed_at)}: ${onOneLine(failed.error)}`,
  ]
    .filter(Boolean)
    .join('\n')
}
