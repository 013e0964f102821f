import type { ClaimReviewStatus } from '../../src/contract/enums.ts'

/** What editors say most often to owners, by the decision that it explains. */
interface CannedReason {
  /** What an editor types for it: `--reason spam`. */
  key: string
  /** What the menu of the desk shows. */
  title: string
  /** What the owner gets by mail. */
  text: string
  /** The same where a public listing looks like it: `{{look_alike}}` is its name and address. */
  with_look_alike?: string | undefined
  /** That something did not open: not offered where this machine opens nothing. */
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

/** The reasons beside a listing that looks like this one; without one they stay as they are. */
export function beside<T extends CannedReason>(
  known: readonly T[],
  lookAlike: string | null,
): readonly T[] {
  if (lookAlike === null) return known
  return known.map((reason) => ({
    ...reason,
    // A function: what is put in may hold `$&`.
    text: reason.with_look_alike?.replaceAll('{{look_alike}}', () => lookAlike) ?? reason.text,
  }))
}

/** What the owner gets for what an editor typed about a listing or a proposal. */
export function reasonFrom(
  reasons: Reasons,
  decision: string,
  words: string,
  lookAlike: string | null = null,
): Given {
  const known = Object.hasOwn(reasons, decision) ? reasons[decision as Explained] : undefined
  return textFor(beside(known ?? [], lookAlike), words)
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
 * Canned reasons by their keys with commas between them, or the words themselves. What looks like a
 * key and is none is a slip, which would be mailed as it stands.
 */
function textFor(known: readonly CannedReason[], words: string): Given {
  const parts = words.split(',').map((part) => part.trim())
  const canned = parts.flatMap((part) => known.find(({ key }) => key === part) ?? [])
  if (canned.length === parts.length) return { text: joined(canned.map(({ text }) => text)) }
  const areKeys = parts.every((part) => /^[a-z]+(?:-[a-z]+)*$/.test(part))
  const isMeant = canned.length > 0 || parts.some((part) => part.includes('-'))
  if (known.length === 0 || !areKeys || !isMeant) return { text: words }
  const slips = parts.filter((part) => !known.some(({ key }) => key === part))
  const keys = known.map(({ key }) => key).join(', ')
  return {
    problem: `There is no reason ${slips.join(', ')}. Reasons: ${keys}; or write it in words of your own.`,
  }
}

/** Several reasons as one text, each once. */
export function joined(texts: readonly string[]): string {
  return [...new Set(texts)].join(' ')
}
