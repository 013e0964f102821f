import { onceFor } from './once.ts'
import { nameKey } from './search-key.ts'

/** A tool, category or topic with all names by which people refer to it. */
export interface Named {
  slug: string
  name: string
  aliases?: readonly string[]
}

/**
 * Returns a function that finds what a term means. Decisions, Recommend: "by slug, then name, then
 * alias, ignoring case and punctuation". The keys of a list are made only once.
 */
// Safe cast: the function returns entries of `named`, which have the type T.
export const nameResolver = onceFor((named: readonly Named[]) => {
  const spellings = [
    ...named.map((one) => [one.slug, one] as const),
    ...named.map((one) => [one.name, one] as const),
    ...named.flatMap((one) => (one.aliases ?? []).map((alias) => [alias, one] as const)),
  ]
  // In reverse, so that of equal keys the first one stays in the map: slugs win over names and
  // aliases.
  const byKey = new Map(spellings.toReversed().map(([text, one]) => [nameKey(text), one]))
  // A name without letters or digits, such as an emoji, has an empty key, which would match every
  // term without letters.
  byKey.delete('')
  return (term: string) => byKey.get(nameKey(term))
}) as <T extends Named>(named: readonly T[]) => (term: string) => T | undefined

/**
 * Returns a function that writes a tool as filters name it: `Next.js@16` as `nextjs@16`. What means
 * no known tool is returned as it is.
 */
export function stackFilter(tools: readonly Named[]): (term: string) => string {
  const find = nameResolver(tools)
  return (term) => {
    const [name = '', ...version] = term.split('@')
    const slug = find(name)?.slug
    return slug === undefined ? term : [slug, ...version].join('@')
  }
}

/** The distinct tools that the terms of a stack mean, and the terms that mean no known tool. */
export function resolveStack<T extends Named>(
  terms: readonly string[],
  tools: readonly T[],
): { resolved: T[]; unresolved: string[] } {
  const resolve = nameResolver(tools)
  const found = terms.map((term) => ({ term, tool: resolve(term) }))
  return {
    resolved: [...new Set(found.flatMap(({ tool }) => (tool ? [tool] : [])))],
    unresolved: found.flatMap(({ term, tool }) => (tool ? [] : [term])),
  }
}
