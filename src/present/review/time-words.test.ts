import { expect, it } from 'vitest'
import { timeWords } from './time-words.ts'

it.each([
  [0, '1 minute'],
  [0.5, '30 minutes'],
  [1, '1 hour'],
  [5.4, '5 hours'],
  [47.2, '47 hours'],
  [60, '2.5 days'],
  [240, '10 days'],
])('%d hours are %s', (hours, said) => expect(timeWords(hours)).toBe(said))
