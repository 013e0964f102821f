/**
 * Text of owners on a terminal: nothing in it is obeyed, ends its line, or takes more columns than
 * it is given.
 */

/** Text without a line break that would end its line, and without what a terminal would obey. */
export function onOneLine(text: string): string {
  return visible(text.replace(/\s+/g, ' ')).trim()
}

/** The same, line by line. */
function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  )
}

/** The lines of a text as its owner broke them. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|[\n\r\u0085\u2028\u2029]/).map(visible)
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
// Unicode Standard Annex 11, the blocks that are wide throughout, and what is shown as a picture.
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|^\p{Emoji_Presentation}|\ufe0f/u
const unseen = /^[\p{Mn}\p{Me}\p{Cf}]+$/u

/** How many columns a line takes. */
export function columns(line: string): number {
  if (/^[\x20-\x7e]*$/.test(line)) return line.length
  let count = 0
  for (const { segment } of letters.segment(line)) count += columnsOf(segment)
  return count
}

function columnsOf(letter: string): number {
  return unseen.test(letter) ? 0 : wide.test(letter) ? 2 : 1
}

/** A cell of a table: exactly so many columns, with … where it was cut. */
export function cell(text: string, width: number): string {
  const taken = columns(text)
  if (taken <= width) return text + ' '.repeat(width - taken)
  let kept = ''
  let count = 0
  for (const { segment } of letters.segment(text)) {
    const next = columnsOf(segment)
    if (count + next > width - 1) break
    kept += segment
    count += next
  }
  return `${kept}…${' '.repeat(width - 1 - count)}`
}

/** A line broken between words so that no part is wider; a longer word is broken where it ends. */
export function wrapped(line: string, width: number): string[] {
  const lines: string[] = []
  let current = ''
  let taken = 0
  const flush = () => {
    lines.push(current.trimEnd())
    current = ''
    taken = 0
  }
  for (const word of line.split(/(?<= )/)) {
    if (taken > 0 && taken + columns(word.trimEnd()) > width) flush()
    for (const { segment } of letters.segment(word)) {
      const next = columnsOf(segment)
      if (taken + next > width && segment !== ' ') flush()
      current += segment
      taken += next
    }
  }
  flush()
  return lines
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const

/** How long ago, as short as it can be told: "3 d", "5 h", "<1 min". */
export function age(since: Date, now: Date): string {
  const gone = now.getTime() - since.getTime()
  const unit = units.find(([, length]) => gone >= length)
  return unit ? `${Math.floor(gone / unit[1])} ${unit[0]}` : '<1 min'
}
