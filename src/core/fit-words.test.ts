import { expect, it } from 'vitest'
import { fitWords } from './fit-words.ts'

it.each([
  [100, 'Fits closely'],
  [81, 'Fits closely'],
  [80, 'Fits well'],
  [56, 'Fits well'],
  [55, 'Fits in part'],
  [30, 'Fits a little'],
  [0, 'Fits a little'],
])('a score of %i says "%s"', (score, words) => {
  expect(fitWords(score)).toBe(words)
})
