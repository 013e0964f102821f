import { approveListing } from '#editorial/approve.ts'
import { besideProblem, explained, verdictBeside } from './claim.ts'
import { topicProblems } from './edit.ts'
import { findFlags, flagLines, stops } from './flags.ts'
import type { Command } from './session.ts'
import { isOpen, named, ofSteps, onEachListing, takeStep } from './step.ts'
import { notDone, refused, unknownReason } from './tell.ts'

export const approve: Command = {
  about: 'publish it; --claim decides on its claim in the same step',
  more: explained,
  takes: '<slug> …',
  writesMail: true,
  options: ['claim', 'evidence', 'notes', 'topics', 'despiteFindings', ...ofSteps],
  check: (_, values) => besideProblem(values),
  run: onEachListing(async (session, listing) => {
    const { backend, to, values } = session
    const { slug } = listing
    const verdict = verdictBeside(session)
    if (verdict && 'problem' in verdict) return unknownReason(session, verdict)
    const topics = values.topics?.split(',').flatMap((topic) => topic.trim() || [])
    const problems = topics ? await topicProblems(session, slug, topics) : []
    if (problems.length > 0) return refused(session, { outcome: 'invalid', slug, problems })
    const isAsked = isOpen('approve', listing)
    // Findings stand before the question, and `--yes` alone is not enough.
    const flags = isAsked ? await findFlags(backend.db, listing) : []
    const count = flags.length === 1 ? 'is a finding' : `are ${flags.length} findings`
    const found = flags.length > 0 ? `There ${count}:\n${flagLines(flags).join('\n')}\n` : ''
    if (values.yes && !values.despiteFindings && flags.some(stops)) {
      const text = `${named(listing)} is not approved. ${found}Look at the submission; --despite-findings approves it all the same. Nothing was changed.`
      return notDone(session, { outcome: 'flagged', slug, flags }, text)
    }
    const hasNoTopic = !topics && listing.topics.length === 0
    const question = [
      `${found}Approve ${named(listing)}? It becomes public at ${to.listing(slug)}, and its submitter gets a mail.`,
      verdict && `Its claim is then ${verdict.status}.`,
      hasNoTopic && 'It has no topic, so no page of a topic lists it.',
    ]
    return takeStep(session, listing, {
      decision: 'approve',
      question: question.filter(Boolean).join(' '),
      // With a verdict, an approval before is an error: the claim was not reviewed.
      ...(verdict ? {} : { wanted: 'approved' }),
      decide: (request) => approveListing(backend.db, { ...request, topics, verdict }, to),
      result: (name) => ({
        value: {
          outcome: 'approved',
          ...(flags.length > 0 ? { flags } : {}),
          ...(verdict ? { claim_review_status: verdict.status } : {}),
        },
        text: `${name} is approved.${verdict ? ` Its claim is now ${verdict.status}.` : ''}`,
      }),
    })
  }),
}
