// Generates the texts of listings: words by Zipf's law, sentences, paragraphs and example phrases.
import { limits } from '#contract/limits.ts'

/** Returns a number of at least 0 and less than 1, like Math.random. */
export type Random = () => number

/** A pseudorandom generator that repeats the same numbers for the same seed: mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Picks numbers from 0 to `count` - 1 by Zipf's law: n is picked 1/(n+1) times as often as 0. Word
 * frequencies and the popularity of tools follow this law.
 */
export function zipf(count: number): (random: Random) => number {
  const upTo: number[] = []
  let sum = 0
  for (let place = 0; place < count; place++) upTo.push((sum += 1 / (place + 1)))
  return (random) => {
    const target = random() * sum
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (upTo[middle]! < target) low = middle + 1
      else high = middle
    }
    return low
  }
}

export const oneOf = <T>(random: Random, values: readonly T[]): T =>
  values[Math.floor(random() * values.length)]!

const stopWords = 'the and of to a in for with that it is from on by as are can your at an or'

/** Words about AI agents and software, the most frequent first. */
export const fieldWords = (
  'agent workflow data model voice browser support research code tool team customer document ' +
  'automation search call email sales task memory review chat knowledge report schedule invoice ' +
  'pipeline deploy monitor trace evaluation prompt retrieval database ticket meeting calendar ' +
  'transcript translation contract compliance security test bug repository commit release ' +
  'dashboard alert log metric budget payment order shipping warehouse hiring onboarding training ' +
  'survey campaign lead outreach proposal website form spreadsheet notebook image video podcast ' +
  'music game health clinic insurance legal tax accounting travel hotel school course student'
).split(' ')

const onsets = 'b c d f g h j k l m n p r s t v w z br cl dr fl gr pl pr sk sl sp st tr'.split(' ')
const vowels = 'a e i o u ai ea ou'.split(' ')
const codas = ['', '', '', 'l', 'n', 'r', 's', 'x', 'nd', 'st']

/** Invents a pronounceable word that occurs nowhere else, such as "treavolon". */
export function inventedWord(random: Random, syllables: number): string {
  const syllable = () => oneOf(random, onsets) + oneOf(random, vowels) + oneOf(random, codas)
  return Array.from({ length: syllables }, syllable).join('')
}

export function capital(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1)
}

/** The 4,000 words of all texts, most frequent first: stop words, `fieldWords`, invented ones. */
export const vocabulary: readonly string[] = makeVocabulary()

function makeVocabulary(): string[] {
  const random = randomFrom(7)
  const words = new Set(stopWords.split(' '))
  const field = fieldWords.values()
  while (words.size < 4000) {
    const next = random() < 2 / 3 ? field.next().value : undefined
    words.add(next ?? inventedWord(random, 2 + Math.floor(random() * 2)))
  }
  return [...words]
}

const frequent = zipf(vocabulary.length)
const word = (random: Random) => vocabulary[frequent(random)]!

/** Generates one sentence of `least` to `most` characters. */
export function lineOf(random: Random, least: number, most: number): string {
  const length = least + Math.floor(random() * (most - least + 1))
  let text = word(random)
  while (text.length < length) text += ` ${word(random)}`
  // The last space becomes a letter, because the contract refuses a space before the period.
  return `${capital(text.slice(0, length - 1).replace(/ $/, 's'))}.`
}

/** Generates two or three paragraphs of about `words` words in total. */
export function paragraphs(random: Random, words: number): string {
  const count = 2 + Math.floor(random() * 2)
  const paragraph = () => {
    const sentences: string[] = []
    for (let left = Math.round(words / count); left > 0;) {
      const length = Math.min(left, 8 + Math.floor(random() * 10))
      sentences.push(`${capital(Array.from({ length }, () => word(random)).join(' '))}.`)
      left -= length
    }
    return sentences.join(' ')
  }
  return Array.from({ length: count }, paragraph).join('\n\n')
}

/**
 * Generates example phrases of three to seven words. Each listing draws them from 125 words, so
 * that words repeat as in content/: 161 words in its phrases are about 84 different words.
 */
export function examplePhrases(random: Random, count: number): string[] {
  const own = [
    ...Array.from({ length: 70 }, () => word(random)),
    ...Array.from({ length: 55 }, () => oneOf(random, vocabulary)),
  ]
  return Array.from({ length: count }, () => {
    const length = 3 + Math.floor(random() * 5)
    const words = Array.from({ length }, () => oneOf(random, own))
    return words.join(' ').slice(0, limits.examples.length).trim()
  })
}
