/**
 * Text for comparing: compatibility forms and accents folded, lower case, everything but letters and
 * digits replaced by `separator`. "Next.js", "ＮＥＸＴ.js" and "next js" have the same key.
 */
export function searchKey(text: string, separator = ''): string {
  return letters(text).trim().replaceAll(' ', separator)
}

function letters(text: string): string {
  // Nearly all texts are ASCII, which is three times as fast.
  if (/^[ -~]*$/.test(text)) return text.toLowerCase().replace(/[^a-z0-9]+/g, ' ')
  // Marks are removed first, too: normalizing takes the square of their number.
  return text
    .replace(/\p{M}+/gu, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
}

/** The distinct words of a text, folded. At most 24: bounds the work of a query. */
export function searchWords(text: string): string[] {
  return [...new Set(searchKey(text, ' ').split(' '))].filter(Boolean).slice(0, 24)
}
