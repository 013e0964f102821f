/** Families of licences that questions name. */
const families = new Set(['mit', 'apache', 'bsd', 'agpl', 'lgpl', 'gpl', 'mpl'])

const openSource =
  /^(?:MIT|MIT-0|ISC|0BSD|Zlib|Unlicense|PostgreSQL|NCSA|(?:Artistic|ECL)-2\.0|BSL-1\.0|BSD-[23]-Clause|(?:Apache|MPL|EPL|EUPL|AGPL|LGPL|GPL)-\d\.\d(?:-only|-or-later)?)$/

/**
 * What a question may ask for of a licence expression: `open` and the families of its parts. One part
 * of "A OR B" is enough. Of "A AND B" the first part covers the whole, the others folders in it.
 */
export function licenceFacets(expression: string | null, description: string): string[] {
  // Nobody knows: it may be open source where it does not say itself that it is not.
  if (expression === null) return isClosed.test(description) ? [] : ['open']
  const choices = expression.replace(/[()]/g, '').split(/ OR /i)
  const open = choices.map((choice) => choice.split(/ AND /i)).filter(([first]) => isOpen(first!))
  const named = open.flat().filter(isOpen).map(familyOf)
  return open.length === 0 ? [] : [...new Set(['open', ...named])]
}

const isClosed = /^(?:closed|proprietary|source.available)\b/i
const isOpen = (licence: string) => openSource.test(licence.trim())
const familyOf = (licence: string) => licence.trim().toLowerCase().split('-')[0]!

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
