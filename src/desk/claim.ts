import { enums } from '#contract/enums.ts'
import { cleanText } from '#contract/text.ts'
import { type ClaimVerdict, reviewClaim } from '#editorial/review-claim.ts'
import { type Values, deciding } from '#authoring/options.ts'
import type { Command, Session } from './session.ts'
import { type Problem, reasonFrom } from './reasons.ts'
import { besideOthers } from './take.ts'
import { declined, followUp, refused, unknownReason } from './tell.ts'

const statuses = enums.claimReviewStatus

/** Help text for every command that can decide on a claim. */
export const explained =
  'verified needs --evidence; needs_revision and not_verified need --notes: words, or keys of content/review-reasons.yaml (claim).'

export const claim: Command = {
  about: 'set how the review of its claim stands; --as is published as who verified it',
  more: `Status: ${statuses.join(', ')}. ${explained}`,
  takes: '<slug> <status>',
  options: ['evidence', 'notes', 'seen', 'delay', ...deciding],
  writesMail: true,
  check: ([, wanted], values) => verdictProblem(wanted, values),
  run: async (given, [slug = '', wanted]) => {
    const session = await besideOthers(given, slug)
    const { backend, actor, verifier } = session
    const verdict = verdictOf(session, wanted)
    if ('problem' in verdict) return unknownReason(session, verdict)
    const { status } = verdict
    const sentence = `Set the claim of ${slug} to ${status}? On an approved listing this is published${status === 'verified' ? `, as verified by ${verifier}` : ''}.`
    if (!(await session.confirm(sentence))) return declined(session, slug)
    const { mailDelayMinutes } = session
    const request = { slug, actor, seen: session.values.seen, mailDelayMinutes, ...verdict }
    const outcome = await reviewClaim(backend.db, request, session.to)
    if (outcome.outcome !== 'done')
      return refused(session, outcome, { what: `The claim of ${slug}` })
    return followUp(session, outcome, {
      value: { outcome: 'reviewed', slug, claim_review_status: status },
      text: `The claim of ${slug} is now ${status}.`,
      hasMail: outcome.mailIds.length > 0,
    })
  },
}

const missing = {
  submitted: undefined,
  verified: { option: 'evidence', sentence: 'Say what was looked at and what it shows' },
  not_verified: { option: 'notes', sentence: 'Say why it is not verified' },
  needs_revision: { option: 'notes', sentence: 'Say what is to be mended' },
} as const satisfies Record<ClaimVerdict['status'], unknown>

function verdictProblem(wanted: string | undefined, values: Values): string | undefined {
  const status = statuses.find((known) => known === wanted)
  if (!status) return `Say how the review stands: ${statuses.join(', ')}`
  const needed = missing[status]
  return needed && cleanText(values[needed.option] ?? '') === ''
    ? `${needed.sentence}: --${needed.option} "…"`
    : undefined
}

/** Checks `--claim` and its texts on a command with another decision, such as `approve`. */
export function besideProblem(values: Values): string | undefined {
  if (values.claim !== undefined) return verdictProblem(values.claim, values)
  return (values.evidence ?? values.notes) === undefined
    ? undefined
    : 'Evidence and notes go with a decision on the claim: --claim "…"'
}

/** The verdict of the option `--claim`, if it was typed. */
export function verdictBeside(session: Session) {
  const { claim } = session.values
  return claim === undefined ? undefined : verdictOf(session, claim)
}

// The `!` is safe: `verdictProblem` has checked the status before.
function verdictOf(session: Session, wanted: string | undefined): ClaimVerdict | Problem {
  const { verifier, values, reasons } = session
  const evidence = cleanText(values.evidence ?? '') || null
  const words = cleanText(values.notes ?? '')
  const status = statuses.find((known) => known === wanted)!
  const all = reasons.claim ?? []
  const known = all.filter((reason) => reason.status === status)
  // A status without reasons takes all, so that no key of them is published as it was typed.
  const given = words === '' ? { text: null } : reasonFrom(known.length > 0 ? known : all, words)
  return 'problem' in given ? given : { status, verifier, evidence, notes: given.text }
}
