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
