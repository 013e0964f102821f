import { enums } from '#contract/enums.ts'
import { cleanText } from '#contract/text.ts'
import { type ClaimVerdict, reviewClaim } from '#editorial/review-claim.ts'
import type { Command } from './arguments.ts'
import { type Values, deciding } from './options.ts'
import type { Session } from './session.ts'
import { claimReasonFrom } from './reasons.ts'
import { declined, followUp, refused, unknownReason } from './tell.ts'

const statuses = enums.claimReviewStatus

/** What every command says of a verdict on a claim. */
export const explained =
  'verified needs --evidence; needs_revision and not_verified need --notes: words, or keys of content/review-reasons.yaml (claim).'

export const claim: Command = {
  about: 'set how the review of its claim stands; --as is published as who verified it',
  more: `Status: ${statuses.join(', ')}. ${explained}`,
  words: ['slug', 'status'],
  options: ['evidence', 'notes', 'seen', ...deciding],
  writesMail: true,
  check: ([, wanted], values) => verdictProblem(wanted, values),
  run: async (session, [slug = '', wanted]) => {
    const { backend, actor, verifier, print } = session
    const verdict = verdictOf(session, wanted)
    if ('problem' in verdict) return unknownReason(session, verdict.problem)
    const { status } = verdict
    const sentence = `Set the claim of ${slug} to ${status}? On an approved listing this is published${status === 'verified' ? `, as verified by ${verifier}` : ''}.`
    if (!(await session.confirm(sentence))) return declined(session, slug)
    const request = { slug, actor, seen: session.values.seen, ...verdict }
    const outcome = await reviewClaim(backend.db, request, session.to)
    if (outcome.outcome === 'no_claim') {
      print(outcome, `${slug} makes no claim that could be reviewed.`)
      return 1
    }
    if (outcome.outcome === 'unchanged') {
      print(outcome, `The claim of ${slug} stands so already. Nothing was changed.`)
      return 0
    }
    if (outcome.outcome !== 'done') return refused(session, outcome)
    return followUp(session, outcome, {
      value: { outcome: 'reviewed', slug, claim_review_status: status },
      text: `The claim of ${slug} is now ${status}.`,
      hasMail: outcome.mailIds.length > 0,
    })
  },
}

/** What is missing of a verdict before anything is opened. */
function verdictProblem(
  wanted: string | undefined,
  { evidence, notes }: Values,
): string | undefined {
  if (!statuses.some((known) => known === wanted))
    return `Say how the review stands: ${statuses.join(', ')}`
  if (wanted === 'needs_revision' && cleanText(notes ?? '') === '')
    return 'Say what is to be mended: --notes "…"'
  if (wanted === 'not_verified' && cleanText(notes ?? '') === '')
    return 'Say why it is not verified: --notes "…"'
  return wanted === 'verified' && cleanText(evidence ?? '') === ''
    ? 'Say what was looked at and what it shows: --evidence "…"'
    : undefined
}

/** What is wrong where another decision takes a verdict on the claim with it. */
export function besideProblem(values: Values): string | undefined {
  if (values.claim !== undefined) return verdictProblem(values.claim, values)
  const beside = values.evidence === undefined ? values.notes : values.evidence
  return beside === undefined ? undefined : '--evidence and --notes go with --claim.'
}

/** What an editor found about a claim; `verdictProblem` has looked at it. */
export function verdictOf(
  { verifier, values, reasons }: Session,
  wanted: string | undefined,
): ClaimVerdict | { problem: string } {
  const [evidence, notes] = [values.evidence, values.notes].map(
    (text) => cleanText(text ?? '') || null,
  ) as [string | null, string | null] // Two in, two out.
  const status = statuses.find((known) => known === wanted)!
  const given = notes === null ? { text: null } : claimReasonFrom(reasons, status, notes)
  if ('problem' in given) return given
  return { status, verifier, evidence, notes: given.text }
}
