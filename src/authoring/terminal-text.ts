/** Puts text on one line and escapes control characters, which a terminal would execute. */
export function onOneLine(text: string): string {
  return visible(text.replace(/\s+/g, ' ')).trim()
}

function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  )
}

/** Splits a text into lines and escapes control characters. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|[\n\r\u0085\u2028\u2029]/).map(visible)
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
// Characters of two columns: emoji, and the blocks that Unicode Standard Annex 11 calls wide.
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|^\p{Emoji_Presentation}|\ufe0f/u
const unseen = /^[\p{Mn}\p{Me}\p{Cf}]+$/u

/** The width of a line in terminal columns. */
export function columns(line: string): number {
  if (/^[\x20-\x7e]*$/.test(line)) return line.length
  return [...letters.segment(line)].reduce((sum, { segment }) => sum + columnsOf(segment), 0)
}

function columnsOf(letter: string): number {
  return unseen.test(letter) ? 0 : wide.test(letter) ? 2 : 1
}

/** Pads or cuts a text to exactly `width` columns. A cut text ends in "…". */
export function cell(text: string, width: number): string {
  const rest = width - columns(text)
  if (rest >= 0) return text + ' '.repeat(rest)
  let kept = ''
  for (const { segment } of letters.segment(text)) {
    if (columns(kept + segment) >= width) break
    kept += segment
  }
  return `${kept}…${' '.repeat(width - 1 - columns(kept))}`
}

/** Wraps a line between words. Words wider than `width` are broken. */
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

/** The time from `since` to `now` in one unit: "3 d", "5 h", "<1 min". */
export function age(since: Date, now: Date): string {
  const gone = now.getTime() - since.getTime()
  const unit = units.find(([, length]) => gone >= length)
  return unit ? `${Math.floor(gone / unit[1])} ${unit[0]}` : '<1 min'
}
