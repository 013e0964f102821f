import wrapAnsi from 'wrap-ansi'

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

/** Wraps a line between words. Words wider than `width` columns are broken. */
export function wrapped(line: string, width: number): string[] {
  const lines = wrapAnsi(line, width, { hard: true, trim: false }).split('\n')
  return lines.map((one) => one.trimEnd())
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
