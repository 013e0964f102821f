import { openLicences, saysClosed } from '#core/licence.ts'

/** Families of licences that questions name. */
const families = new Set(['mit', 'apache', 'bsd', 'agpl', 'lgpl', 'gpl', 'mpl'])

/** What a question may ask for of a licence expression: `open` and the families of its parts. */
export function licenceFacets(expression: string | null, description: string): string[] {
  // Nobody knows: it may be open source where it does not say itself that it is not.
  if (expression === null) return saysClosed(description) ? [] : ['open']
  const open = openLicences(expression)
  const named = open.map((licence) => licence.toLowerCase().split('-')[0]!)
  return open.length === 0 ? [] : [...new Set(['open', ...named])]
}

const mentions = new Set(['licence', 'licences', 'license', 'licensed', 'licenced', 'under'])
// Names of nothing else need no "licence" beside them.
const unmistakable = new Set(['agpl', 'lgpl', 'gpl', 'mpl'])
const ofVersion = /^(?:v?\d|only)$/

/** The licence that folded words ask for, and which of them say so. */
export function licenceAsked(
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
