// Characters that a reader cannot see but that can reorder, hide or split what others wrote:
// controls (tab and line feed apart), soft hyphens, zero-width and bidirectional marks, line
// separators, tags, fillers, interlinear anchors, lone surrogates. Decision, Submit: "control,
// bidirectional-override and invisible characters are removed". Joiners and variation selectors
// stay: scripts and emoji need them.
const unseen =
  /[[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Surrogate}\ufff9-\ufffb]--[\t\n\u200c\u200d\p{Variation_Selector}]]/gv

// Putting the marks of a letter in order takes the square of their number. No language has more than
// 30 in a row: UAX 15, Stream-Safe Text Format.
const manyMarks = /(\p{M}{30})\p{M}+/gu

/**
 * Text as we keep it: without unseen characters, NFC (an unseen character may stand between a
 * letter and its mark), line breaks as `\n`, trimmed.
 */
export function cleanText(text: string): string {
  const cleaned = text
    .replace(/\r\n?/g, '\n')
    .replace(unseen, '')
    .replace(manyMarks, '$1')
    .normalize('NFC')
    // A mark that NFC takes apart is two or three.
    .replace(manyMarks, '$1')
    .trim()
  return joinersAlone.test(cleaned) ? '' : cleaned
}

// What is left of a joiner or a selector without its letter is still nothing to read.
const joinersAlone = /^[\u200c\u200d\p{Variation_Selector}\s]+$/u

/**
 * Text that a database can take: a NUL or half of a character becomes U+FFFD, as in the HTML standard,
 * so that it equals nothing that was stored.
 */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}

/** The length that the contract counts: Unicode code points, not UTF-16 units. */
export function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Bodies nest two levels deep; 64 KiB of brackets would nest until the stack ends. */
const deepest = 8

/**
 * A request body with every string cleaned; what is empty after that is missing, as is null. Keys
 * and other values stay as they are.
 */
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
 * A text of at most `length` characters, with … where it was cut. Never half of a character: many
 * JSON parsers refuse a lone surrogate.
 */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
