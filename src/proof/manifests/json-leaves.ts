/** A value of a JSON document that is neither object nor array, with its keys and its line. Keys of an array are numbers. */
export interface JsonLeaf {
  keys: readonly (string | number)[]
  value: unknown
  line: number
}

const tokens = /"(?:[^"\\]|\\.)*"(?<colon>\s*:)?|[{}[\],]|[^\s{}[\],:"]+|\n/g

/**
 * The values of a JSON text, each with the line that it stands on: JSON.parse knows no lines.
 */
export function jsonLeaves(text: string): JsonLeaf[] {
  // Some editors write a byte order mark, which is no JSON.
  const json = text.replace(/^\ufeff/, '')
  // Refuses what is no JSON, so that the walk below need not ask.
  JSON.parse(json)
  const leaves: JsonLeaf[] = []
  const open: { key: string | number }[] = []
  let line = 1
  for (const { 0: token, groups } of json.matchAll(tokens)) {
    const top = open.at(-1)
    if (token === '\n') line++
    else if (token === '{') open.push({ key: '' })
    else if (token === '[') open.push({ key: 0 })
    else if (token === '}' || token === ']') open.pop()
    else if (token === ',') {
      if (typeof top?.key === 'number') top.key++
    } else if (groups?.['colon'] !== undefined && top) {
      top.key = JSON.parse(token.slice(0, token.lastIndexOf(':'))) as string
      line += token.split('\n').length - 1
    } else leaves.push({ keys: open.map(({ key }) => key), value: JSON.parse(token), line })
  }
  return leaves
}
