/** Returns a function from an index to its line number, from 1. Indexes must not decrease. */
export function lineCounter(text: string): (place: number) => number {
  let line = 1
  let next = text.indexOf('\n')
  return (place) => {
    while (next !== -1 && next < place) {
      line++
      next = text.indexOf('\n', next + 1)
    }
    return line
  }
}
