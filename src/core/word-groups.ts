import type { AgentUseCase } from '#contract/enums.ts'
import { determiners, isCommon, joiningWords, likeWords, weakWords } from './common-words.ts'
import { once } from './once.ts'
import { searchKey } from './search-key.ts'
import { type Spellings, spelled, spellingsOf } from './spelling.ts'
import { stem } from './stem.ts'
import { type WordTopics, topicsAsked, wordTopics } from './topics-asked.ts'
import { topicsHinted } from './topics-hinted.ts'
import { type Topic, marksOf, topicPrefix, topicWord } from './topics.ts'
import { type UseCaseAliases, useCaseWord } from './use-case.ts'

/** Words that mean one thing together, or one word, with what else means it. */
export interface WordGroup {
  /** Folded, as in a search document. */
  words: string[]
  topics: Topic[]
  /** Topics that a word hints at and does not ask for. */
  hinted: Topic[]
  /** Phrases of folded words: a name or a description that has one of them is of the topics. */
  marks: string[][]
  /** The words that documents of the topics have. */
  topicWords: string[]
  useCase: AgentUseCase | null
  /** The word that only documents of this use case have. */
  useCaseWord: string | null
  /** How much it counts: what fits nearly every question says little. */
  factor: number
  /** How much of the question it is for what an answer has to touch: words that nobody knows are not asked for. */
  need: number
  /** What a topic of it is worth. */
  by: TopicWorth
  /** Something like it is asked for: what is made with it, or speaks of it, is not. */
  isLike?: true
}

/**
 * How a topic came into the question: asked for, or hinted at by a word that is a thing of it, or by
 * another. What is unwanted has no topic, nor has the name of what something else is asked for like it.
 */
type TopicWorth = 'asked' | 'strong' | 'weak' | 'unwanted' | 'named'

/** Words that ask for what is named beside them: "Dify vs n8n". */
const comparingWords = new Set(
  'vs versus compare compared comparing comparison difference differences'.split(' '),
)

const weakFactor = 0.15

/** What people say for a topic or a use case tells more than a word that nobody knows. */
const knownFactor = 1.2

/** So many words of a question count: more than anybody types, and a bound of its work. */
const mostWords = 24

/** No phrase is longer. */
const mostOfPhrase = 7

/** What words that no topic has are of the question together, where others say for sure what is asked for. */
const restNeed = 0.6

interface Known {
  topics: readonly Topic[]
  useCases: readonly UseCaseAliases[]
  /** The topics of a tool or product of the directory with this key, for "X alternative". */
  topicsOfNamed?: (key: string) => Topic[]
  /** Whether a word is the name of a tool, which is asked for itself. */
  isTool?: (word: string) => boolean
  /** Whether a word stands in any text of the directory. */
  isWritten?: (word: string) => boolean
}

/** Where nobody can say, no word is a slip. */
const everyWord = () => true

// One word alone is looked for among names, where slips are found.
function spelledOut(
  words: readonly string[],
  spellings: Spellings,
  { isTool, isWritten = everyWord }: Known,
): readonly string[] {
  if (words.length < 2) return words
  return words.map((word) => {
    const meant = spelled(word, spellings, isWritten)
    return isTool?.(meant) ? word : meant
  })
}

/** What no text says. */
const unsaid = `${topicPrefix}none`

/**
 * Splits a question: the longest phrases that people say for a topic or a use case, words that ask
 * for a topic together, and each other word for itself.
 */
export function wordGroups(question: string, known: Known): WordGroup[] {
  const said = searchKey(question, ' ').replaceAll(/(?<= |^)not using(?= |$)/g, 'without')
  const typed = withoutComparing(said.split(' ').filter(Boolean), known)
  const isLike = typed.some((word) => likeWords.has(word))
  const meanings = meaningsOf(known, isLike)
  const words = spelledOut(typed, meanings.spellings, known)
  const groups: WordGroup[] = []
  for (let at = 0; at < words.length;) {
    const { topicsOfNamed, isTool } = known
    const found = longest(words, at, meanings, isLike ? { topicsOfNamed } : { isTool })
    groups.push(found)
    at += found.words.length
  }
  const { wanted, unwanted } = partedByWithout(groups)
  const { all: grouped, isSure } = together(wanted, meanings.words)
  const seen = new Set<string>()
  const once = grouped.filter((group) => seen.size < seen.add(group.words.join(' ')).size)
  const hints = withHints(once, known)
  const isTool = (word: string) => !meanings.words.has(stem(word)) && !!known.isTool?.(word)
  const read = withOwnWords(isSure || hints.isSure ? withRestLight(hints.all, isTool) : hints.all)
  const asked = read.map((one) => (one.isLike ? { ...one, words: [unsaid] } : one))
  const named = once.flatMap((one) => (one.isLike ? [leftOut(one.words, 'named')] : []))
  const not = unwanted.length === 0 ? [] : [leftOut(unwanted, 'unwanted')]
  // Before the last, which may be the beginning of a word that is being typed.
  return [...not, ...named, ...asked]
}

// "Compare stocks" is a need, and "compare Dify and n8n" two names.
function withoutComparing(words: readonly string[], { isTool, topicsOfNamed }: Known): string[] {
  const isNamed = words.some((word) => isTool?.(word) || (topicsOfNamed?.(word).length ?? 0) > 0)
  const kept = isNamed ? words.filter((word) => !comparingWords.has(word)) : words
  return kept.slice(0, mostWords)
}

/** So many words after "without" are what is not wanted, unless the sentence goes on before. */
const mostUnwanted = 3

/**
 * "Without a bot" asks for no bots, and "without writing SQL" for something that writes it. What
 * people say for a topic with "without" stays as it is.
 */
function partedByWithout(groups: WordGroup[]): { wanted: WordGroup[]; unwanted: string[] } {
  const at = groups.findIndex(({ words: [word], topics }) => word === 'without' && !topics.length)
  const asItIs = { wanted: groups, unwanted: [] }
  if (at < 0) return asItIs
  const after = groups.slice(at + 1)
  const goesOn = after.findIndex(({ words: [word] }) => joiningWords.has(word!))
  const length = Math.min(mostUnwanted, goesOn < 0 ? after.length : goesOn)
  const named = after.slice(0, length).filter(({ words }) => !words.every(isCommon))
  const [first] = named
  if (!first) return asItIs
  const isDone = first.words.length === 1 && first.words[0]!.endsWith('ing')
  const wanted = isDone
    ? groups.filter((one) => one !== first)
    : [...groups.slice(0, at), ...after.slice(length)]
  if (wanted.every(({ words }) => words.every(isCommon))) return asItIs
  const words = isDone ? [] : named.flatMap((one) => one.words)
  return { wanted, unwanted: words.filter((word) => !isCommon(word)) }
}

/** What is no answer: it counts nothing in what is found. */
function leftOut(words: string[], by: 'unwanted' | 'named'): WordGroup {
  return { ...group(words, nothingKnown), factor: 0, need: 0, by }
}

// What one word alone hints at may be anything.
function withHints(
  groups: readonly WordGroup[],
  { topics, isTool }: Known,
): { all: readonly WordGroup[]; isSure: boolean } {
  const words = groups.flatMap((one) => one.words).filter((word) => !isCommon(word))
  if (words.length < 2) return { all: groups, isSure: false }
  const { hintOf, isSure } = topicsHinted(words, topics)
  const all = groups.map((one) => {
    const [word] = one.words as [string]
    const isOpen = !isKnown(one) && one.words.length === 1 && !isCommon(word) && !isTool?.(word)
    const hint = isOpen ? hintOf(word) : undefined
    if (!hint) return one
    const by: TopicWorth = hint.isStrong ? 'strong' : 'weak'
    return { ...one, ...withTopics([], hint.topics), by }
  })
  return { all, isSure }
}

/** What has the topic is told apart by the words of the phrase. */
const ownFactor = 0.1

/** Shorter phrases are said as they are, longer ones in many ways. */
const fewestOwn = 3

/** So many of them: each group costs the database something. */
const mostOwn = 6

function withOwnWords(groups: readonly WordGroup[]): WordGroup[] {
  const single = new Set(groups.flatMap(({ words }) => (words.length === 1 ? words : [])))
  const own = groups
    .filter(({ topics }) => topics.length > 0)
    .map(({ words }) => words.filter((word) => !determiners.has(word) && !weakWords.has(word)))
    .filter((words) => words.length >= fewestOwn)
    .flat()
    .filter((word) => !single.has(word))
  const light = [...new Set(own)]
    .slice(0, mostOwn)
    .map((word) => ({ ...group([word], nothingKnown), factor: ownFactor, need: ownFactor }))
  // The last of all may be the beginning of a word that is being typed.
  return [...light, ...groups]
}

type Meaning = Pick<WordGroup, 'topics' | 'useCase' | 'isLike'>

function longest(
  words: readonly string[],
  at: number,
  { phrases, begins }: Meanings,
  { topicsOfNamed, isTool }: Pick<Known, 'topicsOfNamed' | 'isTool'>,
): WordGroup {
  const isBegun = begins.has(stem(words[at]!))
  for (let length = Math.min(mostOfPhrase, words.length - at); length > 0; length--) {
    const part = words.slice(at, at + length)
    // "make" is a product only where hardly anything else is said.
    const isNone = length > 1 ? !isBegun : weakWords.has(part[0]!) && words.length > 3
    const meaning = isNone ? undefined : keysOf(part).flatMap((key) => phrases.get(key) ?? [])[0]
    if (meaning) return group(part, meaning)
    const topics = likeWords.has(part[0]!) ? [] : (topicsOfNamed?.(part.join('')) ?? [])
    if (topics.length > 0) return group(part, { topics, useCase: null, isLike: true })
    // "Home Assistant" is no assistant.
    if (length > 1 && isTool?.(part.join(' '))) return group(part, nothingKnown)
  }
  return group([words[at]!], nothingKnown)
}

const isKnown = ({ topics, useCase }: WordGroup) => topics.length > 0 || useCase !== null

const nothingKnown = { topics: [], useCase: null }

/**
 * Gives words that stand alone to the topics that they ask for together. What is asked for is sure
 * when more than one word says it.
 */
function together(
  groups: readonly WordGroup[],
  known: WordTopics,
): { all: WordGroup[]; isSure: boolean } {
  const single = groups.map(({ words }) => (words.length === 1 ? words[0]! : null))
  const alone = groups.map((one) => (isKnown(one) ? null : one.words[0]!))
  const asked = topicsAsked(single, alone, known)
  const byThing = new Map(asked.map(({ topics, thing }) => [thing, topics]))
  const sure = new Set([
    ...asked.flatMap(({ topics }) => topics),
    ...groups.flatMap(({ topics, words }) => (words.length > 1 ? topics : [])),
  ])
  const all = groups.map((one, n) => {
    const topics = byThing.get(n)
    if (topics) return group(one.words, { topics, useCase: null })
    return isPartOf(sure, one, known) ? group(one.words, nothingKnown) : one
  })
  const isHelped = groups.some(({ topics }) =>
    topics.some((topic) =>
      alone.some((word) => word !== null && known.get(stem(word))?.has(topic)),
    ),
  )
  const isPhrase = groups.some((one) => isKnown(one) && one.words.length > 1)
  // "Alternative to LangChain that is lightweight and typed" says for sure what it asks for.
  const isLike = groups.some((one) => one.isLike)
  return { all, isSure: asked.length > 0 || isHelped || isPhrase || isLike }
}

// "biology" is no topic of its own in "quiz me before my biology exam".
function isPartOf(sure: ReadonlySet<Topic>, { words, topics }: WordGroup, known: WordTopics) {
  if (topics.length === 0 || words.length > 1 || topics.some((topic) => sure.has(topic)))
    return false
  return [...(known.get(stem(words[0]!))?.keys() ?? [])].some((topic) => sure.has(topic))
}

// One question of several words is not lost to those that nobody knows; they still tell what comes first.
function withRestLight(
  groups: readonly WordGroup[],
  isTool: (word: string) => boolean,
): WordGroup[] {
  const isAsked = groups.some(isKnown)
  // A trait alone makes no alternative: "Devin alternative, self-hosted".
  const isLike = groups.some((one) => one.isLike)
  const isTrait = ({ topics }: WordGroup) => topics.some(({ is_trait }) => is_trait)
  const isRest = (one: WordGroup) =>
    (isLike && !one.isLike && isTrait(one)) ||
    (!isKnown(one) && (isAsked || one.by !== 'strong') && !isTool(one.words.join(' ')))
  const rest = groups.filter((one) => isRest(one) && one.factor >= 1).length
  return groups.map((one) =>
    isRest(one) ? { ...one, need: Math.min(one.need, restNeed / Math.max(1, rest)) } : one,
  )
}

function group(words: string[], { topics, useCase, isLike }: Meaning): WordGroup {
  const isKnown = topics.length > 0 || useCase !== null
  const isWeak = !isKnown && words.every((word) => weakWords.has(word))
  const factor = isKnown ? knownFactor : isWeak ? weakFactor : 1
  return {
    words,
    ...withTopics(topics, []),
    useCase,
    useCaseWord: useCase && useCaseWord(useCase),
    factor,
    need: factor,
    by: 'asked',
    ...(isLike && { isLike }),
  }
}

function withTopics(topics: Topic[], hinted: Topic[]) {
  const all = [...topics, ...hinted]
  return {
    topics,
    hinted,
    marks: all.flatMap(marksOf),
    topicWords: all.map(({ slug }) => topicWord(slug)),
  }
}

interface Meanings {
  phrases: ReadonlyMap<string, Meaning>
  /** The stems that phrases begin with: most words begin none. */
  begins: ReadonlySet<string>
  words: WordTopics
  spellings: Spellings
}

const made = new WeakMap<
  Known['topics'],
  Pick<Known, 'useCases'> & Record<'like' | 'plain', () => Meanings>
>()

// Made once for the tables of a build: folding all their phrases takes longer than a question.
function meaningsOf({ topics, useCases }: Known, isLike: boolean): Meanings {
  let meanings = made.get(topics)
  if (meanings?.useCases !== useCases) {
    const told = { words: wordTopics(topics), spellings: spellingsOf(saidOf(topics, useCases)) }
    meanings = {
      useCases,
      like: once(() => ({ ...makePhrases({ topics, useCases }, true), ...told })),
      plain: once(() => ({ ...makePhrases({ topics, useCases }, false), ...told })),
    }
    made.set(topics, meanings)
  }
  return isLike ? meanings.like() : meanings.plain()
}

/** The words of what people say. */
function saidOf(topics: Known['topics'], useCases: Known['useCases']): string[] {
  const said = [
    ...topics.flatMap(({ asks, things, acts }) => [...asks, ...things, ...acts]),
    ...useCases.flatMap(({ phrases }) => phrases),
  ]
  return said.flatMap((phrase) => searchKey(phrase, ' ').split(' '))
}

function makePhrases(
  { topics, useCases }: Known,
  isLike: boolean,
): Pick<Meanings, 'phrases' | 'begins'> {
  const meanings = new Map<string, Meaning>()
  const at = (phrase: string) =>
    keysOf(searchKey(phrase.replaceAll('_', ' '), ' ').split(' ')).map((key) => {
      const meaning = meanings.get(key) ?? { topics: [], useCase: null }
      meanings.set(key, meaning)
      return meaning
    })
  for (const { slug, phrases } of useCases)
    for (const phrase of [slug, ...phrases])
      for (const meaning of at(phrase)) meaning.useCase = slug
  for (const topic of topics) {
    for (const phrase of topic.asks)
      for (const { topics: of } of at(phrase)) if (!of.includes(topic)) of.push(topic)
    for (const name of isLike ? topic.names : [])
      for (const meaning of at(name)) {
        if (!meaning.topics.includes(topic)) meaning.topics.push(topic)
        meaning.isLike = true
      }
  }
  const begins = new Set([...meanings.keys()].map((key) => key.split(' ')[0]!))
  return { phrases: meanings, begins }
}

/** A phrase by stems, as it is and without what it may leave out, where two words stay. */
function keysOf(words: readonly string[]): string[] {
  const bare = words.filter((word) => !determiners.has(word))
  const isWhole = determiners.has(words[0]!) || determiners.has(words.at(-1)!)
  const parts = bare.length < 2 || bare.length === words.length || isWhole ? [words] : [words, bare]
  // A word alone is looser than a phrase: "tickets" is not "ticketing".
  return parts.map((part) => (part.length === 1 ? part[0]! : part.map(stem).join(' ')))
}

/** Each word for itself: a question of which no more is known. */
export function plainGroups(words: readonly string[]): WordGroup[] {
  return words.map((word) => group([word], nothingKnown))
}
