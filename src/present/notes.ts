import { cut } from '#contract/text.ts'
import { nearestNames } from '#core/nearest-names.ts'
import { type NamedTool, stackResolver } from '#core/stack.ts'

/** How many names a note offers at most. */
export const mostNear = 3

interface Near {
  name: string
  slug: string
}

const named = ({ name, slug }: Near) => `${name} (${slug})`

/**
 * What an empty answer says: that nothing fits well enough, and what is nearest. `isUnknown` where the
 * words may be of another language.
 */
export function nothingFits(asked: string, near: readonly Near[], isUnknown = false): string {
  const english = isUnknown ? ' The directory is in English.' : ''
  const nothing = `Nothing that is listed fits ${quoted(asked)} well enough.${english}`
  // A product and a tool may be one.
  const said = new Set(near.map(named))
  const names = [...said].slice(0, mostNear)
  return names.length === 0
    ? `${nothing} Try fewer or other words.`
    : `${nothing} Nearest, by some of the words: ${names.join(', ')}.`
}

/** What is said beside products that fit little: what one could build with. */
export function toolsThatFit(tools: readonly Near[]): string {
  const names = tools.slice(0, mostNear).map(named)
  return `${toolsBegin}${names.join(', ')}.`
}

const toolsBegin = 'Tools for it, to build with: '

/** The slugs of the tools that a note names so, for a page that links them. */
export function toolsNamed(note: string): string[] {
  const [, said = ''] = note.split(toolsBegin)
  return [...said.matchAll(/\(([a-z0-9-]+)\)(?:, |\.)/g)]
    .slice(0, mostNear)
    .map(([, slug]) => slug!)
}

/** What is said where all that was found is built with other tools than the stack; nothing else. */
export function noneBuiltWith(
  stack: readonly { name: string }[],
  found: readonly { matched_tool_slugs: readonly string[] }[],
): string[] {
  const isOther = found.every((one) => one.matched_tool_slugs.length === 0)
  if (stack.length === 0 || found.length === 0 || !isOther) return []
  const names = stack.map(({ name }) => name).join(', ')
  return [`None of these is built with ${stack.length > 1 ? 'any of ' : ''}${names}.`]
}

/** What is said of stack terms that no tool is known by: the tools that may have been meant. */
export function unknownTools(terms: readonly string[], tools: readonly NamedTool[]): string {
  const resolve = stackResolver(tools)
  const slugs = tools.map(({ slug }) => slug)
  const told = terms.slice(0, mostTerms).map((term) => {
    const meant = resolve(term)?.slug
    const near = meant === undefined ? nearestNames(term, slugs, mostNear) : [meant]
    return `${quoted(term)}${near.length === 0 ? '' : ` (nearest: ${near.join(', ')})`}`
  })
  const others = terms.length > told.length ? ` and ${terms.length - told.length} more` : ''
  return `No tool is known as ${told.join(', ')}${others}; list_tools, which is GET /tools, names them all.`
}

interface NearTool {
  slug: string
  category: string
}

/**
 * What is said of words that find no tool, of a category or at all: the tools of other categories
 * that they do find, or those that may have been meant.
 */
export function noToolFound(
  query: string,
  category: string | undefined,
  { elsewhere, near }: { elsewhere: readonly NearTool[]; near: readonly NearTool[] },
): string {
  const told = (found: readonly NearTool[]) =>
    found
      .slice(0, mostNear)
      .map((tool) => `${tool.slug} (${tool.category})`)
      .join(', ')
  if (category !== undefined && elsewhere.length > 0)
    return `No tool of ${category} is named or described by ${quoted(query)}; of other categories: ${told(elsewhere)}.`
  const wayOn =
    near.length === 0 ? 'try other words, or a category alone' : `nearest: ${told(near)}`
  return `No tool is named or described by ${quoted(query)}; ${wayOn}.`
}

/** More than anybody misspells at once. */
const mostTerms = 5

/** A value of a filter that there is not, the nearest there is, or else all of a short list. */
export function unknownValue(what: string, value: string, known: readonly string[]): string {
  const near = nearestNames(value, known, mostNear)
  const names = near.length === 0 ? known : near
  return `There is no ${what} ${quoted(value)}; ${near.length === 0 ? 'there are' : 'nearest'}: ${names.join(', ')}.`
}

/** What a caller sent, in a sentence: short, and without what could be taken for a tag. */
function quoted(text: string): string {
  return JSON.stringify(cut(text, 60).replace(/[<>]/g, ''))
}
