/**
 * Text as searches compare it: compatibility forms and accents folded, lower case, everything but
 * letters and digits turned into `separator`. So "Next.js", "ＮＥＸＴ.js" and "next js" are one key.
 */
export function searchKey(text: string, separator = ''): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replaceAll(' ', separator)
}

/**
 * The different words of a text, folded; at most 24, which is more than anybody types and bounds
 * the work of a query.
 */
export function searchWords(text: string): string[] {
  return [...new Set(searchKey(text, ' ').split(' '))].filter(Boolean).slice(0, 24)
}
