import { isCommon } from './common-words.ts'
import { stem } from './stem.ts'
import { requestedLicence } from './licence.ts'
import { typosBetween } from '#core/typos.ts'
import { allowedTypos, misspelledBy, namedBy } from './names.ts'
import { numbers } from './numbers.ts'
import type { SearchIndex } from './open-index.ts'
import { placesWith } from './score.ts'
import { stemsOf, wordsOf } from './words.ts'

/** A parsed question. Documents are given by their number in the index. */
export interface Question {
  /** The question without filters and exclusions; it may be a name. */
  text: string
  /** The stems of each need: "crm and email outreach" has two needs. */
  needs: readonly (readonly string[])[]
  /** "MIT", "open source": a licence facet that results must have. */
  licence: string | undefined
  /** "Written in Go": slugs of tools that results must be built with. */
  builtWith: readonly string[]
  /** "In Python", "with Postgres": slugs of tools that raise the score of a result. */
  preferred: readonly string[]
  /** "Without X", "not X": the documents named X, which are left out of the results. */
  excluded: readonly number[]
  /** "X alternative": the documents named X; empty if X is not listed. */
  like: readonly number[] | undefined
  /** "X vs Y": the documents named X and Y. */
  compared: readonly number[]
  /** Documents whose names stand between other words of the question. */
  mentioned: readonly number[]
}

const lists = { builtWith: [], excluded: [], compared: [], mentioned: [] }
const nothing = { ...lists, licence: undefined, like: undefined }

/** Parses a question. Words of filters, exclusions and comparisons are not part of its needs. */
export function readQuestion(index: SearchIndex, text: string): Question {
  let words = wordsOf(text)
  // A question that is a name is not parsed: names such as "Open WebUI" and "Not Diamond" contain
  // words of filters.
  if (words.length <= numbers.wordsOfName && namedBy(index, text).length > 0)
    return {
      ...nothing,
      text,
      needs: [stemsToFind(index, words)],
      preferred: toolsOf(index, namedBy(index, text)),
    }
  const licence = requestedLicence(words, text)
  words = words.filter((_, at) => !licence?.places.includes(at))
  const excluded = takeExcluded(index, words)
  const liked = takeLiked(index, excluded.words)
  const tools = takeTools(index, liked?.words ?? excluded.words)
  const compared = namesCompared(index, excluded.words)
  const closed = licence?.facet === 'open' ? closedNamed(index, tools.words.join(' ')) : []
  return {
    text: tools.words.join(' '),
    needs: needsOf(tools.words).map((need) => stemsToFind(index, need)),
    licence: licence?.facet,
    builtWith: tools.builtWith,
    preferred: tools.preferred,
    excluded: excluded.places,
    like: liked?.places ?? (closed.length > 0 ? closed : undefined),
    compared,
    mentioned: namesMentioned(index, tools.words),
  }
}

/** The slugs of those of these documents that are tools. */
export function toolsOf(index: SearchIndex, places: readonly number[]): string[] {
  return places.map(index.entry).flatMap(({ kind, slug }) => (kind === 'tool' ? [slug] : []))
}

/**
 * The longest name that begins at a word: its number of words, and the documents with this name.
 */
function nameAt(index: SearchIndex, words: readonly string[], at: number) {
  for (let length = Math.min(numbers.wordsOfName, words.length - at); length > 0; length--) {
    const places = namedBy(index, words.slice(at, at + length).join(' '))
    if (places.length > 0) return { length, places }
  }
  return undefined
}

/**
 * The documents of names such as "X or Y and Z" that begin at a word, and the index after the
 * names.
 */
function namesListed(index: SearchIndex, words: readonly string[], at: number) {
  const places: number[] = []
  let end = at
  for (let name = nameAt(index, words, at); name;) {
    places.push(...name.places)
    end += name.length
    const isMore = joins.has(words[end] ?? '')
    name = isMore ? nameAt(index, words, end + 1) : undefined
    if (name) end++
  }
  return { places, end }
}

const excludes = new Set(['without', 'not', 'no', 'nor', 'except', 'excluding', 'minus'])
const excludingPairs = new Set(['other than', 'rather than', 'apart from', 'aside from'])
const passedOver = new Set(['using', 'the', 'a', 'any', 'in', 'with', 'on', 'built', 'written'])
const joins = new Set(['or', 'and', 'nor'])

function takeExcluded(index: SearchIndex, words: readonly string[]) {
  const left: string[] = []
  const excluded: number[] = []
  for (let at = 0; at < words.length; at++) {
    const isPair = excludingPairs.has(`${words[at - 1]} ${words[at]}`)
    let next = at + 1
    while (passedOver.has(words[next] ?? '')) next++
    const isExclusion = isPair || excludes.has(words[at]!)
    const { places, end } = namesListed(index, words, isExclusion ? next : words.length)
    excluded.push(...places)
    if (places.length === 0) left.push(words[at]!)
    else if (isPair) left.pop()
    if (places.length > 0) at = end - 1
  }
  return { words: left, places: excluded }
}

const likeWord = '(?:alternatives?|replacements?|competitors?|substitutes?|equivalents?|clones?)'
const likePatterns = [
  new RegExp(`(?:^| )${likeWord} (?:to|for|of|zu) (?<after>[^]+)$`, 'g'),
  /(?:^|^(?:tools?|apps?|products?|agents?) |(?:^| )something )like (?<after>[^]+)$/g,
  /(?:^| )(?:similar to|instead of) (?<after>[^]+)$/g,
  new RegExp(`^(?<before>.+?) ${likeWord}(?: |$)`, 'g'),
]

function takeLiked(index: SearchIndex, words: readonly string[]) {
  const joined = words.join(' ')
  const found = likePatterns.flatMap((pattern) => [...joined.matchAll(pattern)])
  let near: { places: number[]; words: string[] } | undefined
  for (const { 0: all, groups } of found) {
    const { after, before = '' } = groups!
    const rest = joined.replace(all, ' ').split(' ').filter(Boolean)
    const target = (after ?? before).split(' ')
    near ??= { places: misspelledBy(index, target.join(' ')), words: [...rest, ...target] }
    // Only names next to the word for alternatives count: "X alternative", "alternative to X".
    const starts = after === undefined ? [...target.keys()].slice(-numbers.wordsOfName) : [0]
    for (const at of starts) {
      const { places, end } = namesListed(index, target, at)
      if (places.length > 0 && (after !== undefined || end === target.length))
        return { places, words: [...rest, ...target.toSpliced(at, end - at)] }
    }
  }
  return near
}

// "Open source Zapier" asks for an alternative, because Zapier is closed. "Open source Chatwoot"
// means Chatwoot itself. Tools count as closed: their licences are unknown.
function closedNamed(index: SearchIndex, text: string): number[] {
  const named = namedBy(index, text)
  const open = placesWith(index, 'licence:open')
  return named.some((place) => open[place] && index.entry(place).kind === 'product') ? [] : named
}

const buildVerbs = new Set(['written', 'built', 'made', 'implemented', 'based', 'powered', 'coded'])
const buildJoins = new Set(['in', 'with', 'using', 'on', 'by'])

function takeTools(index: SearchIndex, words: readonly string[]) {
  const left: string[] = []
  const builtWith: string[] = []
  const preferred: string[] = []
  for (let at = 0; at < words.length; at++) {
    left.push(words[at]!)
    if (!buildJoins.has(words[at]!)) continue
    const name = nameAt(index, words, at + 1)
    const tools = toolsOf(index, name?.places ?? [])
    if (!name || tools.length === 0) continue
    const isStrict = buildVerbs.has(words[at - 1] ?? '')
    const into = isStrict ? builtWith : preferred
    into.push(...tools)
    if (!isStrict) continue
    left.splice(-2)
    at += name.length
  }
  return { words: left, builtWith, preferred }
}

function namesCompared(index: SearchIndex, words: readonly string[]): number[] {
  const joined = words.join(' ')
  const list = /^(?:compare|comparing|(?:the )?differences? between) (.+)$/.exec(joined)?.[1]
  const sides = list?.split(/ (?:and|with|to|vs|versus|or) /) ?? joined.split(/ (?:vs|versus|or) /)
  if (sides.length === 1) return []
  const named = sides.map((side) => {
    const places = namedBy(index, side)
    return places.length > 0 ? places : misspelledBy(index, side)
  })
  return named.every((places) => places.length > 0) ? named.flat() : []
}

// The documents that a question names among other words. A name of one word must be a rare word:
// names such as "Storm" and "Keep" are also ordinary words.
function namesMentioned(index: SearchIndex, words: readonly string[]): number[] {
  const places: number[] = []
  const others = stemsOf(words).length - 1
  for (let at = 0; at < words.length; at++) {
    const name = nameAt(index, words, at)
    const isRare = index.documentFrequency(stem(words[at]!)) <= numbers.rareName && others <= 1
    if (!name || (name.length === 1 && !isRare)) continue
    places.push(...name.places)
    at += name.length - 1
  }
  return places
}

/** Splits a question at "and" into two needs. It stays one need if a part has only common words. */
function needsOf(words: readonly string[]): string[][] {
  const parts: string[][] = [[]]
  for (const word of words)
    if (word === 'and' || word === 'plus') parts.push([])
    else parts.at(-1)!.push(word)
  const areTelling = parts.every((part) => stemsOf(part).length > 0)
  return areTelling && parts.length === 2 && words.length <= numbers.wordsOfNeeds
    ? parts
    : [[...words]]
}

/** The stems of words; typos in unknown words are corrected to the nearest known term. */
function stemsToFind(index: SearchIndex, words: readonly string[]): string[] {
  const telling = stemsOf(words.filter((word) => !/^\d+$/.test(word)))
  const stems = (telling.length > 0 ? telling : words.map(stem)).slice(0, numbers.words)
  let corrections = 0
  const found = stems.map((one) => {
    if (one.length < numbers.typoInWord || index.has(one)) return one
    return corrections++ < numbers.corrected ? corrected(index, one) : one
  })
  return [...new Set(found)]
}

function corrected(index: SearchIndex, word: string): string {
  const most = allowedTypos(word.length)
  const near = index
    .termsFrom(word.slice(0, 2), word.length - most, word.length + most)
    .map((one) => ({ ...one, typos: typosBetween(word, one.term) }))
    .filter(({ typos }) => typos <= most)
    .sort((a, b) => a.typos - b.typos || b.documents - a.documents)
  return near[0]?.term ?? word
}

/** Whether a word is a common word or occurs in some document. */
export const knows = (index: SearchIndex, word: string) => isCommon(word) || index.has(stem(word))
