// Where a field of a content file is written, so that a problem can name its line.
import { LineCounter, type Pair, isMap, isNode, isScalar, isSeq, parseDocument } from 'yaml'

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
  const lineCounter = new LineCounter()
  let node: unknown = parseDocument(text, { lineCounter }).contents
  let line: number | undefined
  for (const part of field.split('.')) {
    const isOfPart = ({ key }: Pair) => isScalar(key) && key.value === part
    const pair = isMap(node) ? node.items.find(isOfPart) : undefined
    node = pair?.value ?? (isSeq(node) ? node.items[Number(part)] : undefined)
    const start = pair?.key ?? node
    if (!isNode(start) || !start.range) break
    line = lineCounter.linePos(start.range[0]).line
  }
  return line
}
