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

/**
 * What the owner gets for what an editor typed: a canned reason by its key, or the words themselves.
 * What looks like a key and is none is a slip, which would be mailed as it stands.
 */
export function reasonFrom(
  reasons: Reasons,
  decision: string,
  words: string,
): { text: string } | { problem: string } {
  const known = (Object.hasOwn(reasons, decision) && reasons[decision as Explained]) || []
  const canned = known.find(({ key }) => key === words)
  if (canned || known.length === 0 || !/^[a-z]+(?:-[a-z]+)+$/.test(words))
    return { text: canned?.text ?? words }
  const keys = known.map(({ key }) => key).join(', ')
  return {
    problem: `There is no reason ${words}. Reasons: ${keys}; or write it in words of your own.`,
  }
}
