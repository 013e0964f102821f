/** Times and qualities by which no listing can be told from another. */
const unanswerable =
  /(?<= |^)(?:(?:(?:newly |just )?(?:released|launched|published|updated|added) )?(?:this|last|past|current) (?:week|month|quarter|year)|cheap(?:est)?|affordable|inexpensive|popular|trending|famous|(?:best|well) known|latest|newest|recently)(?= |$)/g

/** Takes out of a question what nothing can answer: "released this month", "cheap". */
export function takeUnanswerable(words: readonly string[]): { words: string[]; said: string[] } {
  const text = words.join(' ')
  const said = text.match(unanswerable) ?? []
  const left = text.replace(unanswerable, '').split(' ').filter(Boolean)
  // Of a question that has nothing else, the words count.
  return left.length === 0 ? { words: [...words], said: [] } : { words: left, said }
}
