import { openLicences } from '#core/licence.ts'

/** Licence families that a question can filter by. */
const families = new Set(['mit', 'apache', 'bsd', 'agpl', 'lgpl', 'gpl', 'mpl'])

/**
 * The facets of a licence expression: "MIT OR Apache-2.0" has `open`, `mit` and `apache`. An unknown
 * licence has none, as in the filter of lists.
 */
export function licenceFacets(expression: string | null): string[] {
  if (expression === null) return []
  const open = openLicences(expression)
  const named = open.map((licence) => licence.toLowerCase().split('-')[0]!)
  return open.length === 0 ? [] : [...new Set(['open', ...named])]
}

const mentions = new Set(['licence', 'licences', 'license', 'licensed', 'licenced', 'under'])
// Licence names without another meaning: they need no word such as "licence" beside them.
const unmistakable = new Set(['agpl', 'lgpl', 'gpl', 'mpl'])
const ofVersion = /^(?:v?\d|only)$/

/** The licence facet that a question requests, and the indexes of the words that request it. */
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
