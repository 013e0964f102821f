import type { AgentUseCase } from '#contract/enums.ts'
import { once } from './once.ts'
import { searchKey } from './search-key.ts'
import { type Topic, marksOf, topicWord } from './topics.ts'
import { type UseCaseAliases, useCaseWord } from './use-case.ts'

/** Words that mean one thing together, or one word, with what else means it. */
export interface WordGroup {
  /** Folded, as in a search document. */
  words: string[]
  topics: Topic[]
  /** Phrases of folded words: a name or a description that has one of them is of the topics. */
  marks: string[][]
  /** The words that documents of the topics have. */
  topicWords: string[]
  useCase: AgentUseCase | null
  /** The word that only documents of this use case have. */
  useCaseWord: string | null
  /** How much it counts: what fits nearly every question says little. */
  factor: number
}

/** Words that ask for something like what is named. */
const likeWords = new Set([
  'alternative',
  'alternatives',
  'competitor',
  'competitors',
  'replacement',
  'like',
  'similar',
  'instead',
  'clone',
  'equivalent',
  'version',
])

/** Words that stand in questions of every kind. */
const weakWords = new Set([
  ...likeWords,
  ...'tool tools best good top free open source opensource ai llm agent agents app apps software platform product products system solution service use using used need want help find make get my me with without that which please easy simple new online automatically'.split(
    ' ',
  ),
  ...'our your their any all every many much more several own real actual plain english way ways thing things put take keep let give show tell build create write written add decide via into from across around per also based work works'.split(
    ' ',
  ),
])

const weakFactor = 0.15

/** What people say for a topic or a use case tells more than a word that nobody knows. */
const knownFactor = 2

/** So many words of a question count: more than anybody types, and a bound of its work. */
const mostWords = 24

interface Known {
  topics: readonly Topic[]
  useCases: readonly UseCaseAliases[]
  /** The topics of a tool or product of the directory with this key, for "X alternative". */
  topicsOfNamed?: (key: string) => Topic[]
}

/**
 * Splits a question: the longest phrases that people say for a topic or a use case, and each other
 * word for itself.
 */
export function wordGroups(question: string, known: Known): WordGroup[] {
  const words = searchKey(question, ' ').split(' ').filter(Boolean).slice(0, mostWords)
  const isLike = words.some((word) => likeWords.has(word))
  const meanings = meaningsOf(known, isLike)
  const groups: WordGroup[] = []
  for (let at = 0; at < words.length;) {
    const found = longest(words, at, meanings, isLike ? known.topicsOfNamed : undefined)
    groups.push(found)
    at += found.words.length
  }
  const seen = new Set<string>()
  return groups.filter((group) => seen.size < seen.add(group.words.join(' ')).size)
}

type Meaning = Pick<WordGroup, 'topics' | 'useCase'>

function longest(
  words: readonly string[],
  at: number,
  meanings: ReadonlyMap<string, Meaning>,
  topicsOfNamed: Known['topicsOfNamed'],
): WordGroup {
  for (let length = Math.min(6, words.length - at); length > 0; length--) {
    const part = words.slice(at, at + length)
    const meaning = meanings.get(part.join(' '))
    if (meaning) return group(part, meaning)
    const topics = likeWords.has(part[0]!) ? [] : (topicsOfNamed?.(part.join('')) ?? [])
    if (topics.length > 0) return group(part, { topics, useCase: null })
  }
  return group([words[at]!], { topics: [], useCase: null })
}

function group(words: string[], { topics, useCase }: Meaning): WordGroup {
  const isKnown = topics.length > 0 || useCase !== null
  const isWeak = !isKnown && words.every((word) => weakWords.has(word))
  return {
    words,
    topics,
    marks: topics.flatMap(marksOf),
    topicWords: topics.map(({ slug }) => topicWord(slug)),
    useCase,
    useCaseWord: useCase && useCaseWord(useCase),
    factor: isKnown ? knownFactor : isWeak ? weakFactor : 1,
  }
}

const made = new WeakMap<
  Known['topics'],
  Pick<Known, 'useCases'> & Record<'like' | 'plain', Meanings>
>()
type Meanings = () => ReadonlyMap<string, Meaning>

// Made once for the tables of a build: folding all their phrases takes longer than a question.
function meaningsOf({ topics, useCases }: Known, isLike: boolean): ReadonlyMap<string, Meaning> {
  let meanings = made.get(topics)
  if (meanings?.useCases !== useCases) {
    meanings = {
      useCases,
      like: once(() => makeMeanings({ topics, useCases }, true)),
      plain: once(() => makeMeanings({ topics, useCases }, false)),
    }
    made.set(topics, meanings)
  }
  return isLike ? meanings.like() : meanings.plain()
}

function makeMeanings({ topics, useCases }: Known, isLike: boolean): Map<string, Meaning> {
  const meanings = new Map<string, Meaning>()
  const at = (phrase: string) => {
    const key = searchKey(phrase.replaceAll('_', ' '), ' ')
    const meaning = meanings.get(key) ?? { topics: [], useCase: null }
    meanings.set(key, meaning)
    return meaning
  }
  for (const { slug, phrases } of useCases)
    for (const phrase of [slug, ...phrases]) at(phrase).useCase = slug
  for (const topic of topics)
    for (const phrase of [...topic.asks, ...(isLike ? topic.names : [])])
      at(phrase).topics.push(topic)
  return meanings
}

/** Each word for itself: a question of which no more is known. */
export function plainGroups(words: readonly string[]): WordGroup[] {
  return words.map((word) => group([word], { topics: [], useCase: null }))
}
