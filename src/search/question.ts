import { isCommon } from './common-words.ts'
import { type Exclusions, takeExcluded } from './exclusions.ts'
import { isForOwnMachines, takeLicence } from './filters.ts'
import { misspelledBy, namedBy } from './names.ts'
import {
  type Asked,
  type Fact,
  type NamesAt,
  askedAbout,
  isOfFact,
  joins,
  namesIn,
  withNames,
} from './names-in-question.ts'
import { numbers } from './numbers.ts'
import type { SearchIndex } from './open-index.ts'
import { placesWith } from './score.ts'
import { takeUnanswerable } from './unanswerable.ts'
import { stemsToFind } from './vocabulary.ts'
import { questionWords, stemsOf } from './words.ts'

/** What a question is after, in stems, and its part of the question: all parts make 1. */
export interface Need {
  stems: readonly string[]
  part: number
  /** The tools of a need such as "with Postgres", by their slugs. */
  tools?: readonly string[]
}

/** A parsed question. Documents are given by their number in the index. */
export interface Question {
  /** The words of the question, which may be a name or the beginning of one. */
  text: string
  /** "CRM and email outreach" has two needs, and so has "CRM with Postgres". */
  needs: readonly Need[]
  /** "MIT", "open source": a licence facet that results must have. */
  licence: string | undefined
  /** "Written in Go": slugs of tools that results must be built with. */
  builtWith: readonly string[]
  /** "In Python", "with Postgres": slugs of tools that raise the score of a result. */
  preferred: readonly string[]
  /** "Without X", "no cloud": what is left out of the results. */
  excluded: Omit<Exclusions, 'words'>
  /** "X alternative": the documents named X; empty if X is not listed. */
  like: readonly number[] | undefined
  /** "Is X maintained", "X vs Y": the documents that the question is about, found first. */
  named: readonly number[]
  /** "X security": the documents whose names stand beside other words, and the number of these. */
  beside: Pick<Asked, 'places' | 'others'> | undefined
  /** "Maintained", "licence": what it asks about them. */
  facts: readonly Fact[]
  /** "Released this month": what nothing can answer. */
  notUsed: readonly string[]
}

/** The stems of all needs of a question. */
export const stemsIn = (needs: readonly Pick<Need, 'stems'>[]) =>
  needs.flatMap(({ stems }) => stems)

/** Parses a question. Words of filters, exclusions and comparisons are not part of its needs. */
export function readQuestion(index: SearchIndex, asked: string): Question {
  const text = withNames(index, asked)
  const all = questionWords(text)
  // A question that is a name is not parsed: names such as "Open WebUI" and "Not Diamond" contain
  // words of filters.
  const whole = all.length <= numbers.wordsOfName ? namedBy(index, text) : []
  if (whole.length > 0)
    return {
      text,
      needs: needsIn(index, all, []),
      licence: undefined,
      builtWith: [],
      preferred: toolsOf(index, whole),
      excluded: { places: [], facets: [], said: [] },
      like: undefined,
      named: whole,
      beside: undefined,
      facts: [],
      notUsed: [],
    }
  const namesAt = namesIn(index)
  const { words: answerable, said: notUsed } = takeUnanswerable(all)
  const { words, ...excluded } = takeExcluded(answerable, namesAt)
  const isOnlyExcluded = excluded.places.length > 0 && stemsOf(words).length === 0
  const liked = isOnlyExcluded
    ? { places: excluded.places, words }
    : takeLiked(index, words, namesAt)
  const tools = takeTools(index, liked?.words ?? words, namesAt)
  const about =
    namesCompared(index, words) ?? (liked ? undefined : askedAbout(index, tools.words, namesAt))
  const isAll = about?.others === 0
  const { licence, left } = isAll
    ? { licence: undefined, left: tools.words }
    : takeLicence(tools.words, text)
  const closed = licence === 'open-source' ? closedNamed(index, left.join(' ')) : []
  const cloud = isForOwnMachines(words) && !isAll ? ['hosting:cloud'] : []
  const isOfTools = tools.builtWith.length + tools.preferred.length > 0
  const telling = about ? left.filter((word) => !isOfFact(word)) : left
  return {
    text: all.join(' '),
    // "Products using X": the tool is all that is asked for.
    needs: isOfTools && left.every(isCommon) ? [] : needsIn(index, telling, tools.named),
    licence,
    builtWith: tools.builtWith,
    preferred: tools.preferred,
    excluded: { ...excluded, facets: [...excluded.facets, ...cloud] },
    like: liked?.places ?? (closed.length > 0 ? closed : undefined),
    named: isAll ? about.places : [],
    beside: isAll || !about ? undefined : about,
    facts: about?.facts ?? [],
    notUsed,
  }
}

/** The slugs of those of these documents that are tools. */
export function toolsOf(index: SearchIndex, places: readonly number[]): string[] {
  return places.map(index.entry).flatMap(({ kind, slug }) => (kind === 'tool' ? [slug] : []))
}

/**
 * The documents of names such as "X or Y and Z" that begin at a word, and the index after the
 * names.
 */
function namesListed(words: readonly string[], at: number, namesAt: NamesAt) {
  const places: number[] = []
  let end = at
  for (let name = namesAt(words, at); name;) {
    places.push(...name.places)
    end += name.length
    const isMore = joins.has(words[end] ?? '')
    name = isMore ? namesAt(words, end + 1) : undefined
    if (name) end++
  }
  return { places, end }
}

const likeWord = '(?:alternatives?|replacements?|competitors?|substitutes?|equivalents?|clones?)'
const likePatterns = [
  new RegExp(`(?:^| )${likeWord} (?:to|for|of|zu) (?<after>[^]+)$`, 'g'),
  /(?:^|^(?:tools?|apps?|products?|agents?) |(?:^| )something )like (?<after>[^]+)$/g,
  /(?:^| )(?:similar to|instead of) (?<after>[^]+)$/g,
  new RegExp(`^(?<before>.+?) ${likeWord}(?: |$)`, 'g'),
]

function takeLiked(index: SearchIndex, words: readonly string[], namesAt: NamesAt) {
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
      const { places, end } = namesListed(target, at, namesAt)
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
  const open = placesWith(index, 'licence:open-source')
  return named.some((place) => open[place] && index.entry(place).kind === 'product') ? [] : named
}

/** "Written in Go" and "like CrewAI but in Go" are filters, "in Go" alone is a preference. */
const buildVerbs = new Set('written built made implemented based powered coded but'.split(' '))
const buildJoins = new Set(['in', 'with', 'using', 'uses', 'on', 'by'])

function takeTools(index: SearchIndex, words: readonly string[], namesAt: NamesAt) {
  const left: string[] = []
  const builtWith: string[] = []
  const preferred: string[] = []
  const named: { tools: string[]; words: string[] }[] = []
  for (let at = 0; at < words.length; at++) {
    // "Chatbot by Vercel" is a name, not a chatbot that is made with Vercel.
    const whole = namesAt(words, at)?.length ?? 1
    left.push(...words.slice(at, at + whole))
    if (whole > 1) at += whole - 1
    if (!buildJoins.has(words[at]!)) continue
    const name = namesAt(words, at + 1)
    const tools = toolsOf(index, name?.places ?? [])
    if (!name || tools.length === 0) continue
    const isStrict = buildVerbs.has(words[at - 1] ?? '')
    const into = isStrict ? builtWith : preferred
    into.push(...tools)
    if (!isStrict) named.push({ tools, words: words.slice(at + 1, at + 1 + name.length) })
    left.splice(isStrict ? -2 : -1)
    at += name.length
  }
  return { words: left, builtWith, preferred, named }
}

function namesCompared(index: SearchIndex, words: readonly string[]): Asked | undefined {
  const joined = words.join(' ')
  const list = /^(?:compare|comparing|(?:the )?differences? between) (.+)$/.exec(joined)?.[1]
  const sides = list?.split(/ (?:and|with|to|vs|versus|or) /) ?? joined.split(/ (?:vs|versus|or) /)
  if (sides.length === 1) return undefined
  const named = sides.map((side) => {
    const places = namedBy(index, side)
    return places.length > 0 ? places : misspelledBy(index, side)
  })
  const isAll = named.every((places) => places.length > 0)
  return isAll ? { places: named.flat(), facts: [], others: 0 } : undefined
}

/** The needs in words, of which all have the same part, and those for tools, by their words. */
function needsIn(
  index: SearchIndex,
  words: readonly string[],
  tools: readonly { tools: string[]; words: string[] }[],
): Need[] {
  const toFind = (need: readonly string[]) => stemsToFind(index, need)
  const needs = words.length === 0 ? [] : needsOf(words).map(toFind)
  const named = tools.map((one) => ({ tools: one.tools, stems: toFind(one.words) }))
  const ofNeeds = needs.flat().length
  const all = ofNeeds + stemsIn(named).length
  return [
    ...needs.map((stems) => ({ stems, part: ofNeeds / all / needs.length })),
    ...named.map((need) => ({ ...need, part: need.stems.length / all })),
  ]
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
