import { type ClaimReviewStatus, enums } from '#contract/enums.ts'

/** The fields of a claim for which a reason can name a better value. */
type FitField = 'qualification_type' | 'agent_use_case'

const fitWord = (field: FitField, noun: string) => (word: string) => ({
  field,
  word,
  label: `the ${noun} ${word}`,
})

/** The kinds and use cases that a reason can name, in the order of their keys at the desk. */
export const fitWords = [
  ...enums.qualificationType.map(fitWord('qualification_type', 'kind')),
  ...enums.agentUseCase.map(fitWord('agent_use_case', 'use case')),
]

/** A reason that editors often give to owners. */
export interface CannedReason {
  /** For the command line: `--reason spam`. */
  key: string
  /** For the menu of the desk. */
  title: string
  /** For the mail. */
  text: string
  /** The text when a public listing looks like this one; `{{look_alike}}` is its name and address. */
  with_look_alike?: string | undefined
  /** The text when the editor names what fits; `{{fit}}` is the kind, the use case, or both. */
  with_fit?: { of: readonly FitField[]; text: string } | undefined
  /** It depends on an opened link: not offered where this machine opens none. */
  of_links?: true | undefined
  /** The status that a claim gets with this reason. */
  status?: ClaimReviewStatus
}

export type Explained = 'reject' | 'revise' | 'withdraw' | 'decline'
export type Reasons = Readonly<Partial<Record<Explained | 'claim', readonly CannedReason[]>>>

type Given = { text: string } | { problem: string }

/** The text of a reason for a listing; `fit` are words of `fitWords`. */
export function textOf(
  { text, with_look_alike, with_fit }: CannedReason,
  { lookAlike, fit }: { lookAlike: string | null; fit: readonly string[] },
): string {
  const fitting = fitWords
    .filter(({ field, word }) => with_fit?.of.includes(field) && fit.includes(word))
    .map(({ label }) => label)
  if (with_fit && fitting.length > 0)
    return with_fit.text.replaceAll('{{fit}}', fitting.join(' and '))
  if (with_look_alike === undefined || lookAlike === null) return text
  // A function: the name may contain `$&`.
  return with_look_alike.replaceAll('{{look_alike}}', () => lookAlike)
}

/** The text of the mail for the words or keys of an editor. */
export function reasonFrom(
  reasons: Reasons,
  decision: Explained,
  words: string,
  lookAlike: string | null = null,
): Given {
  return textFor(reasons[decision] ?? [], words, lookAlike)
}

/** The same for a claim that gets this status. */
export function claimReasonFrom(reasons: Reasons, status: ClaimReviewStatus, words: string): Given {
  const known = (reasons.claim ?? []).filter((reason) => reason.status === status)
  return textFor(known, words, null)
}

/**
 * The texts of keys, with commas between them, or else the words themselves. A key may be followed
 * by what fits: `kind=agentic_workflow+support`. Words that look like a mistyped key are a problem:
 * they would be mailed as they are.
 */
function textFor(known: readonly CannedReason[], words: string, lookAlike: string | null): Given {
  const named = words.split(',').map((untrimmed) => {
    const part = untrimmed.trim()
    const [, key = part, fit] = /^([^=\s]+)=(\S*)$/.exec(part) ?? []
    return { part, reason: known.find((one) => one.key === key), fit: fit?.split('+') }
  })
  const canned = named.flatMap(({ reason, fit }) => (reason ? [{ reason, fit }] : []))
  const misfit = canned.find(({ reason, fit }) => fit && !fit.every(isFitOf(reason)))
  if (misfit) return { problem: fitProblem(misfit.reason) }
  if (canned.length === named.length)
    return {
      text: joined(canned.map(({ reason, fit = [] }) => textOf(reason, { fit, lookAlike }))),
    }
  const areKeys = named.every(({ part }) => /^[a-z]+(?:-[a-z]+)*$/.test(part.split('=')[0]!))
  const isMeant = canned.length > 0 || named.some(({ part }) => part.includes('-'))
  if (known.length === 0 || !areKeys || !isMeant) return { text: words }
  const typos = named.filter(({ reason }) => !reason).map(({ part }) => part)
  const keys = known.map(({ key }) => key).join(', ')
  return {
    problem: `There is no reason ${typos.join(', ')}. Reasons: ${keys}; or write it in words of your own.`,
  }
}

function isFitOf({ with_fit }: CannedReason) {
  return (given: string) =>
    fitWords.some(({ field, word }) => word === given && with_fit?.of.includes(field))
}

function fitProblem(reason: CannedReason): string {
  const words = fitWords.map(({ word }) => word).filter(isFitOf(reason))
  return words.length === 0
    ? `The reason ${reason.key} names nothing that fits.`
    : `What fits is one of ${words.join(', ')}, or a kind and a use case with + between them: ${reason.key}=${words.at(-1)}.`
}

/** Several texts as one, without repetition. */
export function joined(texts: readonly string[]): string {
  return [...new Set(texts)].join(' ')
}
