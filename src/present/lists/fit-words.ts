/**
 * Labels of recommendation scores. Of judged results, nine of ten with a score of 75 or more are
 * useful, and six of seven with a score of 50 or more.
 */
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
