import { cut } from '#contract/text.ts'
import { nearestNames } from '#core/nearest-names.ts'

/** The most suggestions in a note. */
export const mostNear = 3

interface Near {
  name: string
  slug: string
}

const named = ({ name, slug }: Near) => `${name} (${slug})`

// Without a slug that only repeats the name.
const nameOnce = (near: Near) => (near.name.toLowerCase() === near.slug ? near.name : named(near))

/** The note of an empty answer, with suggestions. `isUnknown` if the query may not be English. */
export function nothingFits(query: string, near: readonly Near[], isUnknown = false): string {
  const english = isUnknown ? ' The directory is in English.' : ''
  const nothing = `Nothing that is listed fits ${quoted(query)} well enough.${english}`
  // A set, because a product and a tool may have the same name.
  const names = [...new Set(near.map(nameOnce))].slice(0, mostNear)
  return names.length === 0
    ? `${nothing} Try fewer or other words.`
    : `${nothing} Nearest, by some of the words: ${names.join(', ')}.`
}

/** The note on tools that match a task better than any product. */
export function toolsThatFit(tools: readonly Near[]): string {
  const names = tools.slice(0, mostNear).map(named)
  return `${toolsBegin}${names.join(', ')}.`
}

const toolsBegin = 'Tools for it, to build with: '

/** The slugs of the tools in a note that `toolsThatFit` made, for links. */
export function toolsNamed(note: string): string[] {
  const [, list = ''] = note.split(toolsBegin)
  return [...list.matchAll(/\(([a-z0-9-]+)\)(?:, |\.)/g)]
    .slice(0, mostNear)
    .map(([, slug]) => slug!)
}

/** The note that no result is built with any tool of the stack; empty if one is. */
export function noneBuiltWith(
  stack: readonly { name: string }[],
  found: readonly { matched_tool_slugs: readonly string[] }[],
): string[] {
  const isOther = found.every((one) => one.matched_tool_slugs.length === 0)
  if (stack.length === 0 || found.length === 0 || !isOther) return []
  const names = stack.map(({ name }) => name).join(', ')
  return [`None of these is built with ${stack.length > 1 ? 'any of ' : ''}${names}.`]
}

/** The note on unknown stack terms, with suggestions. */
export function unknownTools(terms: readonly string[], tools: readonly { slug: string }[]): string {
  const slugs = tools.map(({ slug }) => slug)
  const named = terms.slice(0, mostTerms).map((term) => {
    const near = nearestNames(term, slugs, mostNear)
    return `${quoted(term)}${near.length === 0 ? '' : ` (nearest: ${near.join(', ')})`}`
  })
  const others = terms.length > named.length ? ` and ${terms.length - named.length} more` : ''
  return `No tool is known as ${named.join(', ')}${others}; list_tools, which is GET /tools, names them all.`
}

interface NearTool {
  slug: string
  category: string
}

/** The note on a query that found no tools: matches in other categories, or else suggestions. */
export function noToolFound(
  query: string,
  category: string | undefined,
  { elsewhere, near }: { elsewhere: readonly NearTool[]; near: readonly NearTool[] },
): string {
  const list = (found: readonly NearTool[]) =>
    found
      .slice(0, mostNear)
      .map((tool) => `${tool.slug} (${tool.category})`)
      .join(', ')
  if (category !== undefined && elsewhere.length > 0)
    return `No tool of ${category} is named or described by ${quoted(query)}; of other categories: ${list(elsewhere)}.`
  const wayOn =
    near.length === 0 ? 'try other words, or a category alone' : `nearest: ${list(near)}`
  return `No tool is named or described by ${quoted(query)}; ${wayOn}.`
}

/** The most unknown terms in a note. */
const mostTerms = 5

/** The note on an unknown value of a filter, with suggestions, or else with all values. */
export function unknownValue(what: string, value: string, known: readonly string[]): string {
  const near = nearestNames(value, known, mostNear)
  const names = near.length === 0 ? known : near
  return `There is no ${what} ${quoted(value)}; ${near.length === 0 ? 'there are' : 'nearest'}: ${names.join(', ')}.`
}

/** The note on filters that nothing passes: the one to drop, and how many are left without it. */
export function nothingPasses(
  filters: readonly { name: string; value: string; left: number }[],
): string {
  const [best] = filters.toSorted((a, b) => b.left - a.left)
  const nothing = 'No product matches all of these filters'
  if (!best || best.left === 0) return `${nothing}, nor all but one of them.`
  const are = best.left === 1 ? 'is 1' : `are ${best.left}`
  return `${nothing}; without ${best.name} ${quoted(best.value)} there ${are}.`
}

/** A caller's input, quoted for a sentence: cut, and without `<` and `>`, so without tags. */
function quoted(text: string): string {
  return JSON.stringify(cut(text, 60).replace(/[<>]/g, ''))
}
