/** A part of a text between a mark that begins it and the mark that ends it. */
interface Span {
  /** The match of the mark that begins it. */
  begin: RegExpExecArray
  /** What stands between the two marks. */
  body: string
  /** The place behind the mark that ends it. */
  end: number
}

/**
 * The parts of a text that begin with a match of `begins`, a global pattern, and end with the text
 * that `endOf` gives for it; the end of a line may be the end of the text. What is never ended is no
 * part. Each character is read once: an expression such as `<!--[^]*?-->` reads the rest of the text
 * again for each mark that nothing ends.
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

/** A text with spaces in place of such parts, so that every line keeps its number. */
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

/** Tells the lines of places in a text, counted from 1, for places in their order. */
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
