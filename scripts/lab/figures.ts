// Measurements of benchmarks and trials, and the table in which they are printed.

/** A measurement: its name, its value with a unit, and more columns. */
export type Figure = readonly [name: string, value: string, ...more: string[]]

/** A Markdown table that can be pasted into a page of content/docs. */
export function tableOf(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const cell = (text = '') => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
  const line = (cells: readonly string[]) =>
    `| ${headings.map((_, index) => cell(cells[index])).join(' | ')} |`
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Formats a number for people, with three significant digits below 100. */
export function rounded(value: number): string {
  const number = value >= 100 ? Math.round(value) : Number(value.toPrecision(3))
  return number.toLocaleString('en')
}

/** The value at a fraction of a sorted array: a `fraction` of 0.5 gives the median. */
export function percentile(sorted: ArrayLike<number>, fraction: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  )
}
