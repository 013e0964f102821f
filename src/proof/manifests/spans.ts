/** A part of a text between a start mark and an end mark. */
interface Span {
  /** The match of the start mark. */
  begin: RegExpExecArray
  /** The text between the marks. */
  body: string
  /** The position after the end mark. */
  end: number
}

/**
 * The parts of a text from a match of `begins`, a global pattern, to the text that `endOf` gives for
 * it. A part without an end mark is skipped, but the end of the text ends a line. Reads each character
 * once: an expression such as `<!--[^]*?-->` reads the rest again for each start mark without an end.
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

/** A text with spaces in place of these parts, so that lines keep their numbers. */
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

/** Gives the line, from 1, of positions in a text. The positions must ascend. */
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
