import { limits } from '#contract/limits.ts'
import { cleanText } from '#contract/text.ts'

/** Questions are stored up to this length: the subject is usually at the beginning. */
const mostCharacters = 80

/**
 * Questions longer than this after NFKC, in UTF-16 units, are not stored: the patterns would be
 * slow.
 */
const mostRead = 2 * limits.search_query

/** Patterns of possible personal data and secrets. */
const personal = [
  // An e-mail address, also with spaces around its @.
  /\S*\s?@\s?\S*/gu,
  // A URL: its path or query may contain anything.
  /\S*(?:\/\/|www\.)\S*/giu,
  // A key or password: long, or with many digits among its letters.
  /(?=\S*\p{L})(?=(?:\S*\p{N}){4})\S{8,}/gu,
  /(?=\S*\p{N})[\p{L}\p{N}_+=~.-]{16,}/gu,
  /(?=\S*\p{Ll}\p{Lu})[\p{L}\p{N}_+=~.-]{20,}/gu,
  /\S{33,}/gu,
  // A number of seven or more digits in any grouping, such as a phone or card number.
  /\+?\p{N}(?:[\s()./-]*\p{N}){6,}/gu,
] as const

/**
 * A question as it is stored for statistics: in lower case, at most 80 characters, without anything
 * that looks like an e-mail address, a secret or a long number. Null if no letter is left.
 */
export function keptQuestion(text: string): string | null {
  const plain = cleanText(cleanText(text).normalize('NFKC'))
  if (plain.length > mostRead) return null
  const left = personal.reduce((rest, pattern) => rest.replace(pattern, ' '), plain)
  const words = left.toLowerCase().replace(/\s+/gu, ' ').trim()
  const cut = [...words].slice(0, mostCharacters).join('').trim()
  return /\p{L}/u.test(cut) ? cut : null
}
