import { expect, it } from 'vitest'
import { fitWords } from './fit-words.ts'

it.each([
  [100, 'Fits closely'],
  [75, 'Fits closely'],
  [74, 'Fits well'],
  [50, 'Fits well'],
  [49, 'Fits in part'],
  [29, 'Fits a little'],
  [0, 'Fits a little'],
])('a score of %i says "%s"', (score, words) => {
  expect(fitWords(score)).toBe(words)
})
