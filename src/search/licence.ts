import { openLicences, saysClosed } from '#core/licence.ts'

/** Licence families in questions. */
const families = new Set(['mit', 'apache', 'bsd', 'agpl', 'lgpl', 'gpl', 'mpl'])

/** The facets of a licence expression: `open` and the families of its parts. */
export function licenceFacets(expression: string | null, description: string): string[] {
  // Unknown: it may be open source, unless the description denies it.
  if (expression === null) return saysClosed(description) ? [] : ['open']
  const open = openLicences(expression)
  const named = open.map((licence) => licence.toLowerCase().split('-')[0]!)
  return open.length === 0 ? [] : [...new Set(['open', ...named])]
}

const mentions = new Set(['licence', 'licences', 'license', 'licensed', 'licenced', 'under'])
// These words have no other meaning, so they need no "licence" beside them.
const unmistakable = new Set(['agpl', 'lgpl', 'gpl', 'mpl'])
const ofVersion = /^(?:v?\d|only)$/

/** The requested licence facet, and the indexes of its words. */
export function requestedLicence(
  words: readonly string[],
  text: string,
): { facet: string; places: number[] } | undefined {
  for (const [at, word] of words.entries()) {
    if (!families.has(word)) continue
    let end = at + 1
    while (ofVersion.test(words[end] ?? '')) end++
    const around = [at - 2, at - 1, end].filter((place) => mentions.has(words[place] ?? ''))
    if (around.length > 0 || unmistakable.has(word) || (word === 'mit' && /\bMIT\b/.test(text))) {
      const named = Array.from({ length: end - at }, (_, more) => at + more)
      return { facet: word, places: [...named, ...around] }
    }
  }
  const at = words.findIndex(
    (word, place) => word === 'opensource' || (word === 'open' && words[place + 1] === 'source'),
  )
  if (at < 0) return undefined
  return { facet: 'open', places: words[at] === 'open' ? [at, at + 1] : [at] }
}
