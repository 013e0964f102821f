import { notChecked } from '#proof/fetch/reach.ts'
import { type CannedReason, fitWords, ofCase } from '#desk/reasons.ts'
import type { Answers, Choice, Question } from './actions.ts'
import type { Confirming, DeskContext, DeskState } from './state.ts'

/** What is asked after so many answers. */
export function questionOf(
  { opened }: DeskState,
  { key, answers }: { key: string; answers: Answers },
  { actions }: DeskContext,
): Question | undefined {
  return opened ? actions[key]?.asks(opened.listing)[answers.length] : undefined
}

/** What can be chosen by one key. `fit` is what the reasons are to name as what fits. */
export function menuOf(
  state: DeskState,
  question: Question | undefined,
  context: DeskContext,
  fit: readonly string[] = [],
): Choice[] {
  const { opened } = state
  const given = { lookAlike: opened?.lookAlike ?? null, fit }
  const known = numbered(state, question, context).filter(({ isLeftOut }) => !isLeftOut)
  const choices = known.map(({ key, reason }) => {
    const [{ text } = reason] = ofCase([reason], given)
    const { title, status } = reason
    return status === undefined
      ? { key, label: title, answers: [text], reason }
      : { key, label: `${status}: ${title}`, answers: [status, text], reason }
  })
  if (question?.kind !== 'verdict') return choices
  return verdictMenu(question.other, choices, isChecked(state))
}

/** The digits of usual reasons that are not offered, for nobody can give them without a look. */
export function leftOutOf(
  state: DeskState,
  question: Question | undefined,
  context: DeskContext,
): string[] {
  return numbered(state, question, context).flatMap(({ key, isLeftOut }) =>
    isLeftOut ? [key] : [],
  )
}

/** Whether the links of what is open were looked at. */
export function isChecked({ opened }: DeskState): boolean {
  return !opened?.findings['links']?.includes(notChecked)
}

/**
 * The usual reasons by their digits. One that nobody can give now is left out, and the others keep
 * theirs: fingers learn them.
 */
function numbered(
  state: DeskState,
  question: Question | undefined,
  { reasons }: DeskContext,
): { key: string; reason: CannedReason & { status?: string }; isLeftOut: boolean }[] {
  if (question === undefined || question.kind === 'text') return []
  const known = question.kind === 'verdict' ? reasons.claim : reasons[question.of]
  const isAllKnown = isChecked(state)
  return (known ?? []).slice(0, 9).map((reason, index) => ({
    key: `${index + 1}`,
    reason,
    isLeftOut: !isAllKnown && reason.of_links === true,
  }))
}

// A usual reason says how the claim stands, too: one key for both.
function verdictMenu(other: Choice | null, known: readonly Choice[], isSeen: boolean): Choice[] {
  const own: Choice[] = [
    { key: 'n', label: 'needs_revision, in words of your own', answers: ['needs_revision'] },
    { key: 'x', label: 'not_verified, in words of your own', answers: ['not_verified'] },
  ]
  const verified = { key: 'v', answers: ['verified'] }
  if (isSeen) {
    const label = 'verified; what shows it is typed next'
    return [{ ...verified, label }, ...known, ...own, ...(other ? [other] : [])]
  }
  // Who could open nothing leaves the claim as it is, as the guide says: that comes first then, and
  // what no reading of the words can show comes last.
  const label = 'verified unseen: no link was opened, and what shows it is typed next'
  const apart: Choice[] = other ? [{ ...other, isDefault: true }] : []
  return [...apart, ...known, ...own, { ...verified, label }]
}

/** The question whose usual reasons are confirmed, and what was answered before it. */
export function reasonsAsked(
  state: DeskState,
  { key, answers, fit }: Confirming,
  context: DeskContext,
) {
  const questions = state.opened ? (context.actions[key]?.asks(state.opened.listing) ?? []) : []
  const at = questions.findIndex(({ kind }) => kind !== 'text')
  const question = questions[at]
  const entries = menuOf(state, question, context, fit)
  return { question, entries, before: answers.slice(0, Math.max(0, at)) }
}

/** What the chosen reasons can name as what fits. What is claimed already is no choice. */
export function fitChoices(state: DeskState, mode: Confirming, context: DeskContext) {
  const { entries } = reasonsAsked(state, mode, context)
  const fields = entries
    .filter(({ key }) => mode.chosen.includes(key))
    .flatMap(({ reason }) => reason?.with_fit?.of ?? [])
  return fitWords
    .map((one, index) => ({ ...one, key: `${index + 1}` }))
    .filter(({ field, word }) => fields.includes(field) && state.opened?.listing[field] !== word)
}
