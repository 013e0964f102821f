import { cleanText } from '#contract/text.ts'
import { declineProposal } from '#editorial/proposal.ts'
import type { Command } from './arguments.ts'
import { deciding } from './options.ts'
import { reasonFrom } from './reasons.ts'
import { declined, followUp, refused, unknownReason } from './tell.ts'
import { onOneLine } from './terminal-text.ts'

export const decline: Command = {
  about: 'decline what its owner proposed; the owner gets the reason by mail',
  words: ['slug'],
  writesMail: true,
  options: ['reason', 'seen', ...deciding],
  check: (_, { reason }) =>
    cleanText(reason ?? '') === '' ? 'Give the owner a reason: --reason "…"' : undefined,
  run: async (session, [slug = '']) => {
    const { backend, actor, to, values, print } = session
    const given = reasonFrom(session.reasons, 'decline', cleanText(values.reason ?? ''))
    if ('problem' in given) return unknownReason(session, given.problem)
    const reason = given.text
    const question = `Decline the proposal for ${slug}? Its owner gets this reason by mail: ${reason}`
    if (!(await session.confirm(question))) return declined(session, slug)
    const outcome = await declineProposal(
      backend.db,
      { slug, actor, reason, seen: values.seen },
      to,
    )
    if (outcome.outcome === 'no_proposal') {
      print(outcome, `No proposal for ${slug} waits.`)
      return 1
    }
    if (outcome.outcome !== 'done') return refused(session, outcome)
    return followUp(session, outcome, {
      value: { outcome: 'declined_proposal', slug },
      text: `The proposal for ${onOneLine(outcome.name)} is declined; what is public stays.`,
      hasMail: true,
    })
  },
}
