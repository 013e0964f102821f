import { limits } from '#contract/limits.ts'
import { vocabulary, zipf } from './vocabulary.ts'

const anyWord = zipf(vocabulary.length)

/** A sentence of so many words. */
function sentence(random: () => number, length: number): string {
  const words = Array.from({ length }, () => vocabulary[anyWord(random)]!)
  const text = words.join(' ')
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`
}

/** One line of at least `least` and at most `most` characters, all of it sentences. */
export function lineOf(random: () => number, least: number, most: number): string {
  const wanted = least + Math.floor(random() * (most - least + 1))
  const words: string[] = []
  let length = 0
  while (length < wanted) {
    const word = vocabulary[anyWord(random)]!
    words.push(word)
    length += word.length + 1
  }
  const text = words.join(' ').slice(0, wanted - 1)
  // A cut may leave a space at the end, which the contract's line would not have.
  const whole = text.endsWith(' ') ? `${text.slice(0, -1)}s` : text
  return `${whole[0]!.toUpperCase()}${whole.slice(1)}.`
}

/** Two or three paragraphs of about so many words. */
export function paragraphs(random: () => number, words: number): string {
  const count = 2 + Math.floor(random() * 2)
  const one = () => {
    const sentences: string[] = []
    for (let left = Math.round(words / count); left > 0;) {
      const length = Math.min(left, 8 + Math.floor(random() * 10))
      sentences.push(sentence(random, length))
      left -= length
    }
    return sentences.join(' ')
  }
  return Array.from({ length: count }, one).join('\n\n')
}

/**
 * What people ask for, as editors write it: so many phrases of three to seven words, all of them
 * from the words of one listing. In content/ the 161 words of a listing's phrases are 91 different
 * ones, and of the twelve broadest words of the field a listing has four (made ones 84 and 3.5).
 */
export function asked(random: () => number, count: number): string[] {
  const own = [
    ...Array.from({ length: 70 }, () => vocabulary[anyWord(random)]!),
    ...Array.from({ length: 55 }, () => vocabulary[Math.floor(random() * vocabulary.length)]!),
  ]
  return Array.from({ length: count }, () => {
    const length = 3 + Math.floor(random() * 5)
    const words = Array.from({ length }, () => own[Math.floor(random() * own.length)]!)
    return words.join(' ').slice(0, limits.examples.length).trim()
  })
}
