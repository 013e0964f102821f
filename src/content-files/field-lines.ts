// Where a field of a content file is written, so that a problem can name its line.

/**
 * Puts the line of its field into a problem: `file: field: sentence` becomes `file:12: field:
 * sentence`. A problem without a field of the text stays as it is.
 */
export function withLine(file: string, text: string, problem: string): string {
  if (!problem.startsWith(`${file}: `)) return problem
  const said = problem.slice(file.length + 2)
  const [, field] = /^([\w-]+(?:\.[\w-]+)*): /.exec(said) ?? []
  const line = field === undefined ? undefined : lineOf(text, field)
  return line === undefined ? problem : `${file}:${line}: ${said}`
}

/** The line of a field such as `evidence.0.url`: of its innermost part that has a line. */
function lineOf(text: string, field: string): number | undefined {
  const lines = text.split('\n')
  const [key = '', ...rest] = field.split('.')
  const start = lines.findIndex((line) => keyOf(line) === key)
  if (start === -1) return undefined
  const [place, inner] = rest
  if (place === undefined || !/^\d+$/.test(place)) return start + 1
  const end = lines.findIndex((line, at) => at > start && /^[^\s#-]/.test(line))
  const block = lines.slice(start + 1, end === -1 ? undefined : end)
  const indent = block.find((line) => /^\s*- /.test(line))?.search('-')
  const items = block.flatMap((line, at) => (line.search(/- /) === indent ? [at] : []))
  const item = items[Number(place)]
  if (item === undefined) return start + 1
  const ofItem = block.slice(item, items[Number(place) + 1])
  const at = ofItem.findIndex((line) => inner !== undefined && line.includes(`${inner}:`))
  return start + 2 + item + Math.max(0, at)
}

function keyOf(line: string): string | undefined {
  return /^["']?([\w-]+)["']?\s*:/.exec(line)?.[1]
}
