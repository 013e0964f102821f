/** A part of a text between a start mark and an end mark, such as a comment. */
interface Span {
  /** The match of the start mark. */
  begin: RegExpExecArray
  /** The text between the marks. */
  body: string
  /** The index after the end mark. */
  end: number
}

/**
 * Finds the parts of a text that start with a match of `begins`, a global pattern, and end with the
 * text `endOf(match)`. A part without its end is skipped; if the end is a line break, the end of
 * the text counts, too. The time is linear, unlike a pattern such as `<!--[^]*?-->`, which reads
 * the rest of the text again for each unclosed start.
 */
export function* spans(
  text: string,
  begins: RegExp,
  endOf: (begin: RegExpExecArray) => string,
): Generator<Span> {
  const never = new Set<string>()
  const pattern = new RegExp(begins)
  for (let begin = pattern.exec(text); begin; begin = pattern.exec(text)) {
    const start = pattern.lastIndex
    const mark = endOf(begin)
    if (never.has(mark)) continue
    const found = text.indexOf(mark, start)
    if (found === -1 && mark !== '\n') {
      never.add(mark)
      continue
    }
    const end = found === -1 ? text.length : found + mark.length
    yield { begin, body: text.slice(start, found === -1 ? end : found), end }
    pattern.lastIndex = end
  }
}

/**
 * Replaces the parts that `spans` finds by spaces. Line breaks stay, so line numbers do not change.
 */
export function withoutSpans(...[text, begins, endOf]: Parameters<typeof spans>): string {
  const pieces: string[] = []
  let at = 0
  for (const { begin, end } of spans(text, begins, endOf)) {
    const part = text.slice(begin.index, end)
    pieces.push(text.slice(at, begin.index), part.replace(/[^\n]/g, ' '))
    at = end
  }
  return [...pieces, text.slice(at)].join('')
}

/**
 * Returns a function that converts an index into a line number, from 1. Indexes must not decrease.
 */
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
