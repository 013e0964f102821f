import { notChecked } from '#proof/fetch/reach.ts'
import { type CannedReason, fitWords, textOf } from '#desk/reasons.ts'
import { type Answers, type Choice, type Question, actions } from './actions.ts'
import { fieldsOf } from './fields.ts'
import type { Confirming, DeskContext, DeskState } from './state.ts'

/** The next question of an action, after the given answers; undefined after the last one. */
export function questionOf(
  { opened }: DeskState,
  { key, answers }: { key: string; answers: Answers },
): Question | undefined {
  return opened ? actions[key]?.asks(opened.listing)[answers.length] : undefined
}

/** The keys of the canned reasons, in the order of content/review-reasons.yaml. */
export const reasonKeys = '1234567890abcd'

/** The look-alike that a mail names: the nearest one, or the one that the editor named. */
function lookAlikeOf({ opened }: DeskState): string | null {
  const { named, lookAlikes = [] } = opened ?? {}
  if (named !== undefined) return named?.text ?? null
  return isTied(opened) ? null : (lookAlikes[0]?.text ?? null)
}

/** Whether several look-alikes are equally near, and the editor has not said which one is meant. */
export function isTied(opened: DeskState['opened']): boolean {
  const { named, lookAlikes = [] } = opened ?? {}
  return named === undefined && lookAlikes.filter(({ isNearest }) => isNearest).length > 1
}

/** Whether the links of the open listing could be checked. */
export function isChecked({ opened }: DeskState): boolean {
  return !opened?.findings['links']?.includes(notChecked)
}

/** The menu lines for a question. `fit` holds values that the reasons suggest. */
export function menuOf(
  state: DeskState,
  question: Question | undefined,
  context: DeskContext,
  fit: readonly string[] = [],
): Choice[] {
  if (question?.kind === 'field')
    return fieldsOf(state.opened!.listing).map(({ key, name, value }) => ({
      key,
      label: `${name.padEnd(24)} ${value}`,
      answers: [name],
    }))
  const lookAlike = lookAlikeOf(state)
  const canned = numbered(state, question, context)
    .filter(({ leftOut }) => leftOut === null)
    .map(({ key, reason }) => {
      const text = textOf(reason, { lookAlike, fit })
      const { title, status } = reason
      return status === undefined
        ? { key, label: title, answers: [text], reason }
        : { key, label: `${status}: ${title}`, answers: [status, text], reason }
    })
  if (question?.kind !== 'verdict') return canned
  const own: Choice[] = [
    { key: 'n', label: 'needs_revision, in words of your own', answers: ['needs_revision'] },
    { key: 'x', label: 'not_verified, in words of your own', answers: ['not_verified'] },
  ]
  const verified = (label: string) => ({ key: 'v', label, answers: ['verified'] })
  const other = question.other ? [question.other] : []
  if (isChecked(state))
    return [verified('verified; what shows it is typed next'), ...canned, ...own, ...other]
  // The review guide: an editor who could not open any link leaves the claim undecided. So that
  // choice is the default.
  return [
    ...other.map((choice) => ({ ...choice, isDefault: true as const })),
    ...canned,
    ...own,
    verified('verified unseen: no link was opened, and what shows it is typed next'),
  ]
}

/**
 * The canned reasons with their digits. A reason that is left out, because it needs an opened link
 * or a claim, keeps its digit: editors know the digits by heart.
 */
export function numbered(
  state: DeskState,
  question: Question | undefined,
  { reasons }: DeskContext,
) {
  if (question?.kind !== 'reason' && question?.kind !== 'verdict') return []
  const known = question.kind === 'verdict' ? reasons.claim : reasons[question.of]
  return (known ?? []).slice(0, reasonKeys.length).map((reason, index) => ({
    key: reasonKeys[index]!,
    reason,
    leftOut: leftOutOf(state, reason),
  }))
}

/** Why a reason is not offered for the open listing; null if it is. */
function leftOutOf(state: DeskState, { of_links, of_claim }: CannedReason): string | null {
  if (of_links && !isChecked(state)) return 'no link was opened'
  return of_claim && !state.opened?.listing.qualification_type ? 'it makes no claim' : null
}

/** The question whose reasons are being confirmed, its reasons, and the answers before it. */
export function reasonsAsked(
  state: DeskState,
  { key, answers, fit }: Confirming,
  context: DeskContext,
) {
  const questions = state.opened ? (actions[key]?.asks(state.opened.listing) ?? []) : []
  const at = questions.findIndex(({ kind }) => kind === 'reason' || kind === 'verdict')
  const question = questions[at]
  const entries = menuOf(state, question, context, fit)
  return { question, entries, before: answers.slice(0, Math.max(0, at)) }
}

/** The kinds and use cases that the chosen reasons can suggest, except those already claimed. */
export function fitChoices(state: DeskState, mode: Confirming, context: DeskContext) {
  const { entries } = reasonsAsked(state, mode, context)
  const fields = entries
    .filter(({ key }) => mode.chosen.includes(key))
    .flatMap(({ reason }) => reason?.with_fit?.of ?? [])
  return fitWords
    .map((one, index) => ({ ...one, key: `${index + 1}` }))
    .filter(({ field, word }) => fields.includes(field) && state.opened?.listing[field] !== word)
}
