/**
 * Text as searches compare it: compatibility forms and accents folded, lower case, everything but
 * letters and digits turned into `separator`. So "Next.js", "ＮＥＸＴ.js" and "next js" are one key.
 */
export function searchKey(text: string, separator = ''): string {
  return letters(text).trim().replaceAll(' ', separator)
}

function letters(text: string): string {
  // Nearly all that is asked and written; a third of the time of what comes after.
  if (/^[ -~]*$/.test(text)) return text.toLowerCase().replace(/[^a-z0-9]+/g, ' ')
  // Marks are removed first, too: putting many in order takes the square of their number.
  return text
    .replace(/\p{M}+/gu, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
}

/**
 * The different words of a text, folded; at most 24, which is more than anybody types and bounds
 * the work of a query.
 */
export function searchWords(text: string): string[] {
  return [...new Set(searchKey(text, ' ').split(' '))].filter(Boolean).slice(0, 24)
}
