// Which two tools are most often in the same stack.

/** A pair of tools by their slugs, in alphabetical order, and the number of stacks with both. */
export interface ToolPair {
  pair: [string, string]
  count: number
}

/**
 * The pairs that most stacks have, most first. Each tool is in at most two of them, because else one
 * popular tool would be in all.
 */
export function mostUsedTogether(stacks: readonly (readonly string[])[], most: number): ToolPair[] {
  const counts = new Map<string, number>()
  for (const stack of stacks) {
    const tools = [...new Set(stack)].sort()
    for (const [index, one] of tools.entries())
      for (const other of tools.slice(index + 1)) {
        const key = `${one} ${other}`
        counts.set(key, (counts.get(key) ?? 0) + 1)
      }
  }
  const shown = new Map<string, number>()
  return [...counts]
    .sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1))
    .map(([key, count]): ToolPair => ({ pair: key.split(' ') as [string, string], count }))
    .filter(({ pair }) => {
      const isNew = pair.every((slug) => (shown.get(slug) ?? 0) < 2)
      if (isNew) for (const slug of pair) shown.set(slug, (shown.get(slug) ?? 0) + 1)
      return isNew
    })
    .slice(0, most)
}
