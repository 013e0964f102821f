/** The score of a recommendation in words: of the judged questions, nine of ten answers from 50 up are useful. */
const fits = [
  { from: 75, words: 'Fits closely' },
  { from: 50, words: 'Fits well' },
  { from: 30, words: 'Fits in part' },
  { from: 0, words: 'Fits a little' },
] as const

/** What a score of a recommendation says to somebody who does not know how it is counted. */
export function fitWords(score: number): string {
  return fits.find(({ from }) => score >= from)!.words
}
