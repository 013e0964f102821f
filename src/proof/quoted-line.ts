// Quotes the line of a file that proves a tool, so that pages can show it.
import { longestQuote } from '#contract/resources/proof.ts'

/** Longer lines are minified code or data, of which a quotation shows nothing. */
const longestLine = 400

/** Keys with well-known beginnings, URLs with a password, and values of fields with such names. */
const secretLike =
  /(?:\bsk-|\bgh[pousr]_|\bAKIA|\bAIza|\bxox[abpr]-)[\w-]{12}|:\/\/[^\s/@:]+:[^\s/@]+@|(?<![a-z])(?:password|passwd|secret|token|api[_-]?key)["']?\s*[:=]/i

/** The text of a line, trimmed and cut; null without one, or if it looks as if it had a secret. */
export function quotedLine(text: string | undefined, line: number | null): string | null {
  if (text === undefined || line === null) return null
  const whole = text.split(/\r\n?|\n/)[line - 1] ?? ''
  if (whole.length > longestLine || secretLike.test(whole)) return null
  // Control characters, and those that turn the direction of text, have no place in a quotation.
  const words = whole.replace(/[\p{C}\s]+/gu, ' ').trim()
  if (words.length <= longestQuote) return words || null
  return `${words
    .slice(0, longestQuote - 1)
    .toWellFormed()
    .trim()}…`
}
