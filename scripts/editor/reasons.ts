/** What editors say most often to owners, by the decision that it explains. */
interface CannedReason {
  /** What an editor types for it: `--reason spam`. */
  key: string
  /** What the menu of the desk shows. */
  title: string
  /** What the owner gets by mail. */
  text: string
}

export type Explained = 'reject' | 'revise' | 'withdraw' | 'decline'
export type Reasons = Readonly<Partial<Record<Explained, readonly CannedReason[]>>>

/** A canned reason by its key, or the words themselves. */
export function spelledOut(reasons: Reasons, decision: string, words: string): string {
  const canned = Object.hasOwn(reasons, decision) ? reasons[decision as Explained] : undefined
  return canned?.find(({ key }) => key === words)?.text ?? words
}

/**
 * What is wrong with words that look like a key and are none: a slip of a key would be mailed as it
 * stands.
 */
export function unknownKey(reasons: Reasons, decision: string, words: string): string | undefined {
  const known = (Object.hasOwn(reasons, decision) && reasons[decision as Explained]) || []
  if (known.length === 0 || !/^[a-z]+(?:-[a-z]+)+$/.test(words)) return undefined
  if (known.some(({ key }) => key === words)) return undefined
  return `There is no reason ${words}. Reasons: ${known.map(({ key }) => key).join(', ')}; or write it in words of your own.`
}
