/** Labels of scores. Of the judged answers with a score from 50 up, nine of ten are useful. */
const fits = [
  { from: 75, words: 'Fits closely' },
  { from: 50, words: 'Fits well' },
  { from: 30, words: 'Fits in part' },
  { from: 0, words: 'Fits a little' },
] as const

/** The label of a recommendation's score. */
export function fitWords(score: number): string {
  return fits.find(({ from }) => score >= from)!.words
}
