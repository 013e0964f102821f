import path from 'node:path'
import { readCodeHosts } from '#content-files/load.ts'
import { acceptProposal } from '#editorial/proposal.ts'
import type { Command } from './arguments.ts'
import { besideProblem, explained, verdictOf } from './claim.ts'
import { deciding } from './options.ts'
import { declined, followUp, refused, unknownReason } from './tell.ts'
import { onOneLine } from './terminal-text.ts'

const root = path.resolve(import.meta.dirname, '../..')

export const accept: Command = {
  about: 'accept what its owner proposed, whole or field by field: --fields name,url',
  more:
    'A claim that is changed is to be reviewed again, unless --claim says how the review stands; its owner gets one mail of both. ' +
    explained,
  words: ['slug'],
  writesMail: true,
  options: ['fields', 'claim', 'evidence', 'notes', 'seen', ...deciding],
  check: (_, values) => besideProblem(values),
  run: async (session, [slug = '']) => {
    const { backend, actor, to, values, print } = session
    const fields = values.fields?.split(',').flatMap((name) => name.trim() || [])
    const what = fields ? `${fields.join(', ')} of the proposal` : 'the proposal'
    const verdict = values.claim === undefined ? undefined : verdictOf(session, values.claim)
    if (verdict && 'problem' in verdict) return unknownReason(session, verdict.problem)
    const review = verdict
      ? `, with its claim ${verdict.status}${verdict.status === 'verified' ? ` by ${verdict.verifier}` : ''}`
      : ''
    if (!(await session.confirm(`Accept ${what} for ${slug}${review}? It is public at once.`)))
      return declined(session, slug)
    const codeHosts = await readCodeHosts(root)
    const wish = { slug, actor, fields, verdict, seen: values.seen }
    const outcome = await acceptProposal(backend.db, wish, { to, codeHosts })
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
    const { corrections, left, claim } = outcome
    return followUp(session, outcome, {
      value: {
        outcome: 'accepted',
        slug,
        changes: corrections,
        left,
        ...(claim ? { claim_review_status: claim } : {}),
      },
      text: `${onOneLine(outcome.name)} is changed: ${corrections.map(({ field }) => field).join(', ')}.${left.length > 0 ? ` Left out: ${left.join(', ')}.` : ''}${claim ? ` Its claim is now ${claim}.` : ''}`,
      hasMail: true,
    })
  },
}
