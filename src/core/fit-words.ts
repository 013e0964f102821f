/** The score of a recommendation in words, from its fit down. Trust moves it by at most four. */
const fits = [
  { from: 81, words: 'Fits closely' },
  { from: 56, words: 'Fits well' },
  { from: 31, words: 'Fits in part' },
  { from: 0, words: 'Fits a little' },
] as const

/** What a score of a recommendation says to somebody who does not know how it is counted. */
export function fitWords(score: number): string {
  return fits.find(({ from }) => score >= from)!.words
}
