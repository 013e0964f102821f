import path from 'node:path'
import { loadContent } from '../../src/content-files/load.ts'
import { acceptProposal } from '../../src/editorial/proposal.ts'
import type { Command } from './arguments.ts'
import { deciding } from './options.ts'
import { declined, followUp, refused } from './tell.ts'
import { onOneLine } from './terminal-text.ts'

const root = path.resolve(import.meta.dirname, '../..')

export const accept: Command = {
  about: 'accept what its owner proposed, whole or field by field: --fields name,url',
  words: ['slug'],
  writesMail: true,
  options: ['fields', ...deciding],
  run: async (session, [slug = '']) => {
    const { door, actor, to, values, print } = session
    const fields = values.fields?.split(',').flatMap((name) => name.trim() || [])
    const what = fields ? `${fields.join(', ')} of the proposal` : 'the proposal'
    if (!(await session.confirm(`Accept ${what} for ${slug}? It is public at once.`)))
      return declined(session, slug)
    const { codeHosts } = await loadContent(root)
    const outcome = await acceptProposal(door.db, { slug, actor, fields }, { to, codeHosts })
    if (outcome.outcome === 'no_proposal') {
      print(outcome, `No proposal for ${slug} waits.`)
      return 1
    }
    if (outcome.outcome === 'unchanged') {
      print(outcome, `${slug} stands so already. Decline the proposal, or correct the listing.`)
      return 1
    }
    if (outcome.outcome === 'invalid') {
      print(outcome, `${outcome.problems.join('\n')}\nNothing was changed.`)
      return 1
    }
    if (outcome.outcome !== 'done') return refused(session, outcome)
    const { corrections, left } = outcome
    return followUp(session, outcome, {
      value: { outcome: 'accepted', slug, changes: corrections, left },
      text: `${onOneLine(outcome.name)} is changed: ${corrections.map(({ field }) => field).join(', ')}.${left.length > 0 ? ` Left out: ${left.join(', ')}.` : ''}`,
      hasMail: true,
    })
  },
}
