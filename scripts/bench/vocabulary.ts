/** The same numbers for the same seed, on every machine: mulberry32. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Picks places from 0 to `count` - 1 so that the place n comes 1/(n+1) times as often as the first:
 * Zipf's law, which words and the popularity of tools follow.
 */
export function zipf(count: number): (random: () => number) => number {
  const upTo: number[] = []
  let sum = 0
  for (let place = 0; place < count; place++) upTo.push((sum += 1 / (place + 1)))
  return (random) => {
    const wanted = random() * sum
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (upTo[middle]! < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}

// What English says most often, so that stop words have their share of a text.
const common = 'the and of to a in for with that is it from on by as are can your at an or'.split(
  ' ',
)

/** What people search for in this directory, most said first. */
export const fieldWords = (
  'agent workflow data model voice browser support research code tool team customer document ' +
  'automation search call email sales task memory review chat knowledge report schedule invoice ' +
  'pipeline deploy monitor trace evaluation prompt retrieval database ticket meeting calendar ' +
  'transcript translation contract compliance security test bug repository commit release ' +
  'dashboard alert log metric budget payment order shipping warehouse hiring onboarding training ' +
  'survey campaign lead outreach proposal website form spreadsheet notebook image video podcast ' +
  'music game health clinic insurance legal tax accounting travel hotel school course student'
).split(' ')

const begins = 'b c d f g h j k l m n p r s t v w z br cl dr fl gr pl pr sk sl sp st tr'.split(' ')
const middles = 'a e i o u ai ea ou'.split(' ')
const ends = ['', '', '', 'l', 'n', 'r', 's', 'x', 'nd', 'st']

/** A syllable that can be spoken, such as "trea" or "lon". */
export function syllable(random: () => number): string {
  const one = (of: readonly string[]) => of[Math.floor(random() * of.length)]!
  return one(begins) + one(middles) + one(ends)
}

const size = 4000

/**
 * The words of all texts, most common first: English's most common, the words of the field among
 * the next, then made ones.
 */
export const vocabulary: readonly string[] = makeVocabulary()

function makeVocabulary(): string[] {
  const random = randomFrom(7)
  const words = new Set(common)
  const field = fieldWords.values()
  while (words.size < size) {
    // Two of three words after the most common are of the field, until those are used up.
    const next = random() < 2 / 3 ? field.next().value : undefined
    words.add(next ?? madeWord(random))
  }
  return [...words]
}

function madeWord(random: () => number): string {
  const parts = 2 + Math.floor(random() * 2)
  return Array.from({ length: parts }, () => syllable(random)).join('')
}
