/**
 * A text normalised for comparing: accents removed, lower case, and runs of anything but letters
 * and digits replaced by `separator`. "Next.js", "ＮＥＸＴ.js" and "next js" have the same key.
 */
export function searchKey(text: string, separator = ''): string {
  // A shortcut for ASCII texts, which nearly all are: it is three times as fast.
  const words = /^[ -~]*$/.test(text)
    ? text.toLowerCase().replace(/[^a-z0-9]+/g, ' ')
    : withoutMarks(text).replace(/[^\p{L}\p{N}]+/gu, ' ')
  return words.trim().replaceAll(' ', separator)
}

/** The key of a name, in which the signs of "C#" and "C++" count: they are no "C". */
export function nameKey(name: string): string {
  return searchKey(
    name.replace(/(?<=[\p{L}\p{N}])[#+]+(?![\p{L}\p{N}])/gu, (signs) =>
      signs.replaceAll('#', 'sharp').replaceAll('+', 'p'),
    ),
  )
}

/** A text in lower case, without the marks of its letters. */
export function withoutMarks(text: string): string {
  // Removes combining marks before normalizing, too: its time grows with the square of their
  // number.
  const letters = text.replace(/\p{M}+/gu, '').normalize('NFKD')
  // One character may become eighteen letters. Those that languages need become at most three.
  return letters
    .replace(/\p{M}+/gu, '')
    .slice(0, 4 * text.length)
    .toLowerCase()
}

/** At most 24 distinct words of a text, normalised. The limit bounds the work of a query. */
export function searchWords(text: string): string[] {
  return [...new Set(searchKey(text, ' ').split(' '))].filter(Boolean).slice(0, 24)
}
