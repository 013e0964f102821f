/** Words of a question that mean a filter: how many they are, and the facets of the filter. */
export interface FilterWords {
  length: number
  facets: readonly string[]
}

/** Licence families that a question can filter by, with those that whoever excludes them means. */
const families: Readonly<Record<string, readonly string[]>> = {
  mit: ['mit'],
  apache: ['apache'],
  bsd: ['bsd'],
  agpl: ['agpl'],
  lgpl: ['lgpl'],
  gpl: ['gpl', 'agpl'],
  mpl: ['mpl'],
  permissive: ['permissive'],
  copyleft: ['gpl', 'agpl', 'lgpl'],
}
const mentions = new Set(['licence', 'licences', 'license', 'licensed', 'licenced', 'under'])
// Licence names without another meaning: they need no word such as "licence" beside them.
const unmistakable = new Set(['agpl', 'lgpl', 'gpl', 'mpl'])
const ofVersion = /^(?:v?\d|only)$/

/** Ways of hosting in words. A product has the facet of a way if it runs in no other. */
const hostings = [
  [
    'hosting:self_hosted',
    /^(?:self ?host(?:ed|ing)?|on ?prem(?:ises?)?)(?: (?:version|deployment|software))*(?= |$)/,
  ],
  [
    'hosting:cloud',
    /^(?:clouds?|saas|hosted|managed)(?: (?:based|only|hosting|services?|software|solutions?))*(?= |$)/,
  ],
] as const

/** The excluded way of hosting that is named at a word. */
export function hostingAt(words: readonly string[], at: number): FilterWords | undefined {
  const text = words.slice(at).join(' ')
  for (const [facet, pattern] of hostings) {
    const said = pattern.exec(text)?.[0]
    if (said) return { length: said.split(' ').length, facets: [facet] }
  }
  return undefined
}

/** Whether a question asks for what runs on the machines of who asks. */
export const isForOwnMachines = (words: readonly string[]) =>
  words.some((_, at) => hostingAt(words, at)?.facets[0] === 'hosting:self_hosted')

/** The licence that is named at a word, with the words after it that say so. */
export function licenceAt(words: readonly string[], at: number): FilterWords | undefined {
  const [word = '', next] = words.slice(at)
  const open = word === 'opensource' ? 1 : word === 'open' && next === 'source' ? 2 : 0
  const terms = open > 0 ? ['open-source'] : Object.hasOwn(families, word) ? families[word]! : []
  if (terms.length === 0) return undefined
  let end = at + Math.max(1, open)
  while (ofVersion.test(words[end] ?? '') || mentions.has(words[end] ?? '')) end++
  return { length: end - at, facets: terms.map((term) => `licence:${term}`) }
}

/** The licence that a question requests as a term of `licenceTerms`, and the words that do not. */
export function takeLicence(words: readonly string[], text: string) {
  for (const [at, word] of words.entries()) {
    const found = licenceAt(words, at)
    if (!found) continue
    const before = [at - 2, at - 1].filter((place) => mentions.has(words[place] ?? ''))
    const isCertain = word.startsWith('open') || unmistakable.has(word) || before.length > 0
    const isMentioned = words.slice(at, at + found.length).some((one) => mentions.has(one))
    if (!isCertain && !isMentioned && !(word === 'mit' && /\bMIT\b/.test(text))) continue
    const isLeft = (place: number) =>
      !before.includes(place) && (place < at || place >= at + found.length)
    const term = found.facets[0]!.replace('licence:', '')
    return { licence: term, left: words.filter((_, place) => isLeft(place)) }
  }
  return { licence: undefined, left: [...words] }
}
