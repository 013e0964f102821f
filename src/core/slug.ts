import { limits } from '#contract/limits.ts'

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

// Words that mean something else at the end of an address, now or in a form that a route may take
// one day.
const reserved = new Set([
  'admin',
  'api',
  'compare',
  'edit',
  'index',
  'new',
  'null',
  'page',
  'search',
  'status',
  'submit',
  'undefined',
])

/**
 * ASCII letters, digits and single hyphens, at most 60 characters; empty when the text has no ASCII
 * letter or digit.
 */
export function slugify(text: string): string {
  // Marks are removed first, too: putting many in order takes the square of their number.
  const ascii = text
    .replace(/\p{M}+/gu, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðþłħı]/g, (letter) => letters[letter] ?? '')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
  return trimHyphens(trimHyphens(ascii).slice(0, limits.slug))
}

/**
 * The slug a listing would have if nobody else had it. Decision, Submit: "a name without ASCII
 * letters or digits takes its slug from the domain".
 */
export function wantedSlug(name: string, domain: string): string {
  return slugify(name) || slugify(domain)
}

/** What every slug that can be made of `wanted` starts with: enough to find all that are taken. */
export function slugStem(wanted: string): string {
  return wanted.slice(0, limits.slug - longestSuffix)
}

// "-99999": after a hundred thousand listings of one name the stem is too long by a character, and
// the unique index says so.
const longestSuffix = 6

/**
 * `wanted`, else `wanted-1`, `wanted-2` and so on, within 60 characters. Reserved words count as
 * taken.
 */
export function freeSlug(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted) && !reserved.has(wanted)) return wanted
  for (let number = 1; ; number++) {
    const suffix = `-${number}`
    const candidate = trimHyphens(wanted.slice(0, limits.slug - suffix.length)) + suffix
    if (!taken.has(candidate)) return candidate
  }
}

// There are no two in a row.
function trimHyphens(text: string): string {
  return text.replace(/^-|-$/g, '')
}
