// Characters that can reorder, hide or split other text. Decisions, Submit: "control,
// bidirectional-override and invisible characters are removed". Tab and line feed stay, and so do
// joiners and variation selectors, which scripts and emoji need.
const unseen =
  /[[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Surrogate}\ufff9-\ufffb]--[\t\n\u200c\u200d\p{Variation_Selector}]]/gv

// More than 30 combining marks in a row, which no language needs (UAX 15, Stream-Safe Text Format).
// The time of normalizing grows with the square of their number.
const manyMarks = /(\p{M}{30})\p{M}+/gu

/** Text as it is stored: without invisible characters, in NFC, line breaks as `\n`, trimmed. */
export function cleanText(text: string): string {
  const cleaned = text
    .replace(/\r\n?/g, '\n')
    .replace(unseen, '')
    .replace(manyMarks, '$1')
    .normalize('NFC')
    // Again, because NFC can turn one mark into two or three.
    .replace(manyMarks, '$1')
    .trim()
  return joinersAlone.test(cleaned) ? '' : cleaned
}

// A text of joiners and variation selectors only, without a letter, is invisible.
const joinersAlone = /^[\u200c\u200d\p{Variation_Selector}\s]+$/u

/**
 * Text that the database accepts: NUL and lone surrogates become U+FFFD, which no stored text
 * contains.
 */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}

/**
 * The length of a text in Unicode code points, the unit of the API's limits; not in UTF-16 units.
 */
export function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/**
 * The depth to which a body is cleaned. Valid bodies nest two levels deep; without a bound, a body
 * of brackets would overflow the stack.
 */
const deepest = 8

/** A request body with every string cleaned, without null and empty strings. */
export function cleanBody(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return cleanText(value) || undefined
  if (value === null) return undefined
  if (depth > deepest) return value
  if (Array.isArray(value))
    return value.map((entry) => cleanBody(entry, depth + 1)).filter((entry) => entry !== undefined)
  if (typeof value !== 'object') return value
  const entries = Object.entries(value).map(
    ([key, entry]) => [key, cleanBody(entry, depth + 1)] as const,
  )
  return Object.fromEntries(entries.filter(([, entry]) => entry !== undefined))
}

/**
 * A text of at most `length` UTF-16 units, ending in … if it was cut. Never cuts a surrogate pair:
 * many JSON parsers refuse a lone surrogate.
 */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
