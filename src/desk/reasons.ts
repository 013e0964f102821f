import { type ClaimReviewStatus, enums } from '#contract/enums.ts'

/** The fields of a claim whose words an editor can name as what fits. */
type FitField = 'qualification_type' | 'agent_use_case'

/** What can be named as what fits, in the order of the keys of the desk. */
export const fitWords: readonly { field: FitField; word: string; told: string }[] = [
  ...enums.qualificationType.map((word) => ({
    field: 'qualification_type' as const,
    word,
    told: `the kind ${word}`,
  })),
  ...enums.agentUseCase.map((word) => ({
    field: 'agent_use_case' as const,
    word,
    told: `the use case ${word}`,
  })),
]

/** What editors say most often to owners, by the decision that it explains. */
export interface CannedReason {
  /** What an editor types for it: `--reason spam`. */
  key: string
  /** What the menu of the desk shows. */
  title: string
  /** What the owner gets by mail. */
  text: string
  /** The same where a public listing looks like it: `{{look_alike}}` is its name and address. */
  with_look_alike?: string | undefined
  /** The same where an editor names what fits: `{{fit}}` is it. */
  with_fit?: { of: readonly FitField[]; text: string } | undefined
  /** It says what was seen behind an address or a link: not offered where this machine opens none. */
  of_links?: true | undefined
}

interface ClaimReason extends CannedReason {
  /** How the claim stands with it. */
  status: ClaimReviewStatus
}

export type Explained = 'reject' | 'revise' | 'withdraw' | 'decline'
export type Reasons = Readonly<Partial<Record<Explained, readonly CannedReason[]>>> & {
  readonly claim?: readonly ClaimReason[]
}

/** What is known of the case at hand, which some reasons name. */
interface Case {
  /** The public listing that looks like it most. */
  lookAlike?: string | null
  /** The words of `fitWords` that fit it. */
  fit?: readonly string[]
}

/** The reasons with what they name of this case; where nothing is known they stay as they are. */
export function ofCase<T extends CannedReason>(known: readonly T[], given: Case): readonly T[] {
  return known.map((reason) => ({ ...reason, text: textOf(reason, given) }))
}

function textOf(
  { text, with_look_alike, with_fit }: CannedReason,
  { lookAlike = null, fit = [] }: Case,
): string {
  const fitting = fitWords
    .filter(({ field, word }) => with_fit?.of.includes(field) && fit.includes(word))
    .map(({ told }) => told)
  if (with_fit && fitting.length > 0)
    return with_fit.text.replaceAll('{{fit}}', fitting.join(' and '))
  if (with_look_alike === undefined || lookAlike === null) return text
  // A function: what is put in may hold `$&`.
  return with_look_alike.replaceAll('{{look_alike}}', () => lookAlike)
}

/** What the owner gets for what an editor typed about a listing or a proposal. */
export function reasonFrom(
  reasons: Reasons,
  decision: string,
  words: string,
  lookAlike: string | null = null,
): Given {
  const known = Object.hasOwn(reasons, decision) ? reasons[decision as Explained] : undefined
  return textFor(ofCase(known ?? [], { lookAlike }), words)
}

/** The same about a claim that comes to stand so. */
export function claimReasonFrom(reasons: Reasons, status: ClaimReviewStatus, words: string): Given {
  return textFor(
    (reasons.claim ?? []).filter((reason) => reason.status === status),
    words,
  )
}

type Given = { text: string } | { problem: string }

/**
 * Canned reasons by their keys with commas between them, or the words themselves. A reason that can
 * name what fits takes it behind its key: `kind=agentic_workflow+support`. What looks like a key and
 * is none is a slip, which would be mailed as it stands.
 */
function textFor(known: readonly CannedReason[], words: string): Given {
  const parts = words.split(',').map((part) => part.trim())
  const named = parts.map((part) => ({ part, ...namedBy(known, part) }))
  const canned = named.flatMap(({ reason, fit }) => (reason ? [{ reason, fit }] : []))
  const misfit = canned.find(({ reason, fit }) => fit && !fit.every(isFitOf(reason)))
  if (misfit) return { problem: fitProblem(misfit.reason) }
  if (canned.length === parts.length)
    return { text: joined(canned.map(({ reason, fit = [] }) => textOf(reason, { fit }))) }
  const areKeys = parts.every((part) => /^[a-z]+(?:-[a-z]+)*$/.test(part.split('=')[0]!))
  const isMeant = canned.length > 0 || parts.some((part) => part.includes('-'))
  if (known.length === 0 || !areKeys || !isMeant) return { text: words }
  const slips = named.filter(({ reason }) => !reason).map(({ part }) => part)
  const keys = known.map(({ key }) => key).join(', ')
  return {
    problem: `There is no reason ${slips.join(', ')}. Reasons: ${keys}; or write it in words of your own.`,
  }
}

/** The reason that a part names by its key, and what it says that fits. */
function namedBy(known: readonly CannedReason[], part: string) {
  const [, key = part, fit] = /^([^=\s]+)=(\S*)$/.exec(part) ?? []
  const reason = known.find((one) => one.key === key)
  return { reason, fit: fit?.split('+') }
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

/** Several reasons as one text, each once. */
export function joined(texts: readonly string[]): string {
  return [...new Set(texts)].join(' ')
}
