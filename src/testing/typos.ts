import type { SearchDocument } from '#search/document.ts'
import { search } from '#search/search.ts'
import { indexOf } from './search-index.ts'

/**
 * Makes an index of invented names, searches for some of these names with one typo each, and counts
 * how often the correct name is among the first ten results.
 */
export function measureTypos(size: { names: number; asked: number }) {
  const random = seeded(20_260_101)
  const names = pronounceable(random, size.names)
  const index = indexOf(names.map((name) => named(name, Math.floor(random() * 1000))))
  // Names are in random order, so every nth name is a random sample.
  const step = size.names / size.asked
  const asked = names.filter((_, place) => place % step === 0)
  const found = asked.filter((name) =>
    search(index, mistyped(name, random), { limit: 10 }).some((result) => result.name === name),
  )
  return { asked: asked.length, found: found.length }
}

const named = (name: string, views: number): SearchDocument => ({
  kind: 'product',
  slug: name,
  name,
  aliases: [],
  topics: [],
  examples: [],
  description: '',
  tools: [],
  body: [],
  useCase: null,
  licence: null,
  standing: [0, 0, views],
})

/** Pseudo-random numbers from 0 to 1: the same sequence in every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const pick = <T>(random: () => number, from: readonly T[] | string) =>
  from[Math.floor(random() * from.length)] as T

/** Different names that can be pronounced: two or three syllables, 6 to 14 letters. */
function pronounceable(random: () => number, count: number): string[] {
  const starts = 'b br c ch cl d dr f fl g gr h j k l m n p pl qu r s st t tr v w z'.split(' ')
  const middles = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'io', 'oo', 'ou']
  const ends = ['', '', '', 'l', 'm', 'n', 'r', 's', 't', 'x', 'ck', 'nd', 'ng', 'rn', 'st']
  const syllable = () => [starts, middles, ends].map((letters) => pick(random, letters)).join('')
  const names = new Set<string>()
  while (names.size < count) {
    const name = Array.from({ length: random() < 0.5 ? 2 : 3 }, syllable).join('')
    if (name.length >= 6 && name.length <= 14) names.add(name)
  }
  return [...names]
}

const typos: ((name: string, at: number, random: () => number) => string)[] = [
  // A letter is left out, replaced or doubled, or two change places.
  (name, at) => name.slice(0, at) + name.slice(at + 1),
  (name, at, random) =>
    name.slice(0, at) + pick<string>(random, 'abcdefghijklmnopqrstuvwxyz') + name.slice(at + 1),
  (name, at) => name.slice(0, at + 1) + name.slice(at),
  (name, at) => name.slice(0, at) + name.charAt(at + 1) + name.charAt(at) + name.slice(at + 2),
]

function mistyped(name: string, random: () => number): string {
  for (;;) {
    const typed = pick(random, typos)(name, Math.floor(random() * name.length), random)
    if (typed !== name) return typed
  }
}
