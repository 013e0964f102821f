import { limits } from '#contract/limits.ts'
import { withoutMarks } from './search-key.ts'

// Latin letters that Unicode does not decompose into a base letter and a mark.
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
}

// Words that no slug may equal: other URLs of the site end with them, now or perhaps later.
const reserved = new Set([
  'admin',
  'api',
  'compare',
  'edit',
  'index',
  'new',
  'null',
  'page',
  'reports',
  'search',
  'status',
  'submit',
  'undefined',
])

/** A text as a slug of at most 60 characters; empty if it has no ASCII letter or digit. */
export function slugify(text: string): string {
  const ascii = withoutMarks(text)
    .replace(/[ßæœøđðþłħı]/g, (letter) => letters[letter] ?? '')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
  return trimHyphens(trimHyphens(ascii).slice(0, limits.slug))
}

/**
 * The slug of a listing before suffixes. Decisions, Submit: "a name without ASCII letters or
 * digits takes its slug from the domain".
 */
export function wantedSlug(name: string, domain: string): string {
  return slugify(name) || slugify(domain)
}

/** The common prefix of all slugs that `freeSlug` can make of `wanted`. */
export function slugStem(wanted: string): string {
  return wanted.slice(0, limits.slug - longestSuffix)
}

// The length of the longest suffix that `freeSlug` adds, "-99999".
const longestSuffix = 6

/**
 * The first of `wanted`, `wanted-1`, `wanted-2` and so on that is not taken. Reserved words count
 * as taken.
 */
export function freeSlug(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted) && !reserved.has(wanted)) return wanted
  for (let number = 1; ; number++) {
    const suffix = `-${number}`
    const candidate = trimHyphens(wanted.slice(0, limits.slug - suffix.length)) + suffix
    if (!taken.has(candidate)) return candidate
  }
}

// Removes one hyphen at each end, which is enough: a slug never has two in a row.
function trimHyphens(text: string): string {
  return text.replace(/^-|-$/g, '')
}
