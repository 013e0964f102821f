// Finds the tools that a text names, by their own names.

/**
 * Returns a function that lists the slugs of the tools which a text names. A longer name hides those
 * inside it: "GitHub Copilot" does not name GitHub. `others` are products, whose names hide tools in
 * the same way.
 */
export function namesInText(
  tools: readonly { slug: string; names: readonly string[] }[],
  others: readonly string[],
): (text: string) => string[] {
  const slugOf = new Map(
    tools.flatMap(({ slug, names }) => names.filter(isDistinct).map((name) => [name, slug])),
  )
  const all = [...new Set([...slugOf.keys(), ...others])].sort((a, b) => b.length - a.length)
  const pattern = new RegExp(
    `(?<![\\p{L}\\d_.-])(?:${all.map((name) => RegExp.escape(name)).join('|')})(?![\\p{L}\\d_-])`,
    'gu',
  )
  return (text) =>
    [...new Set(Array.from(text.matchAll(pattern), ([name]) => slugOf.get(name) ?? ''))].filter(
      Boolean,
    )
}

/** Whether a name is not an ordinary word, as the alias "next" of Next.js is. */
function isDistinct(name: string): boolean {
  return name.length > 2 && /\p{Lu}/u.test(name)
}
