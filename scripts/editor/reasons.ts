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
