/**
 * Labels of recommendation scores. Nine of ten judged results with a score of 50 or more are
 * useful.
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
