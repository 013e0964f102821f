import { acceptProposal } from '#editorial/proposal.ts'
import { whenSeen } from '#present/words.ts'
import type { Command } from './session.ts'
import { besideProblem, explained, verdictBeside } from './claim.ts'
import { deciding } from '#authoring/options.ts'
import { besideOthers } from './take.ts'
import { declined, followUp, notDone, refused, unknownReason } from './tell.ts'
import { onOneLine } from '#authoring/terminal-text.ts'

export const accept: Command = {
  about: 'accept what its owner proposed, whole or field by field: --fields name,url',
  more: `A claim that is changed is to be reviewed again, unless --claim says how the review stands; its owner gets one mail of both. ${explained}`,
  takes: '<slug>',
  writesMail: true,
  options: ['fields', 'claim', 'evidence', 'notes', 'seen', 'delay', ...deciding],
  check: (_, values) => besideProblem(values),
  run: async (given, [slug = '']) => {
    const session = await besideOthers(given, slug)
    const { backend, actor, to, values } = session
    const fields = values.fields?.split(',').flatMap((name) => name.trim() || [])
    const what = fields ? `${fields.join(', ')} of the proposal` : 'the proposal'
    const verdict = verdictBeside(session)
    if (verdict && 'problem' in verdict) return unknownReason(session, verdict)
    const review = verdict
      ? `, with its claim ${verdict.status}${verdict.status === 'verified' ? ` by ${verdict.verifier}` : ''}`
      : ''
    const question = `Accept ${what} for ${slug}${review}? It is ${whenSeen}.`
    if (!(await session.confirm(question))) return declined(session, slug)
    const { mailDelayMinutes } = session
    const request = { slug, actor, fields, verdict, seen: values.seen, mailDelayMinutes }
    const codeHosts = await session.codeHosts()
    const outcome = await acceptProposal(backend.db, request, { urls: to, codeHosts })
    if (outcome.outcome === 'unchanged') {
      const sentence = `${slug} stands so already. Decline the proposal, or correct the listing.`
      return notDone(session, outcome, sentence)
    }
    if (outcome.outcome !== 'done') return refused(session, outcome)
    const { corrections: changes, left, claim } = outcome
    const names = changes.map(({ field }) => field).join(', ')
    const review_status = claim ? { claim_review_status: claim } : {}
    return followUp(session, outcome, {
      value: { outcome: 'accepted', slug, changes, left, ...review_status },
      text: `${onOneLine(outcome.name)} is changed: ${names}.${left.length > 0 ? ` Left out: ${left.join(', ')}.` : ''}${claim ? ` Its claim is now ${claim}.` : ''}`,
      hasMail: true,
    })
  },
}
