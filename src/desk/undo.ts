import { undoApproval, undoMinutes } from '#editorial/undo-approval.ts'
import type { Command } from './arguments.ts'
import { deciding } from './options.ts'
import { declined, followUp, refused } from './tell.ts'
import { onOneLine } from './terminal-text.ts'

export const undo: Command = {
  about: `take an approval of your own back within ${undoMinutes} minutes: it waits in the queue again`,
  more: 'Later, or when somebody else has done something to it since, withdraw it.',
  words: ['slug'],
  writesMail: true,
  options: deciding,
  run: async (session, [slug = '']) => {
    const { backend, actor, to, print } = session
    const question = `Undo the approval of ${slug}? It is pending again. If the mail of its approval has left, its submitter gets another that says so.`
    if (!(await session.confirm(question))) return declined(session, slug)
    const outcome = await undoApproval(backend.db, { slug, actor }, to)
    if (outcome.outcome === 'not_fresh') {
      print(
        outcome,
        `${slug} was not approved by you within ${undoMinutes} minutes, or something else was done to it since. Nothing was changed; withdraw takes it out.`,
      )
      return 1
    }
    if (outcome.outcome !== 'done') return refused(session, outcome, 'pending')
    return followUp(session, outcome, {
      value: { outcome: 'undone', slug, status: 'pending' },
      text: `${onOneLine(outcome.name)} is pending again.`,
      hasMail: outcome.mailIds.length > 0,
    })
  },
}
