/** A value of a JSON document that is neither object nor array, with its keys and its line. Keys of an array are numbers. */
export interface JsonLeaf {
  keys: readonly (string | number)[]
  value: unknown
  line: number
}

// A string that nothing ends takes the rest, so that no character is read twice.
const tokens = /"(?:[^"\\]|\\.)*"?|[{}[\],]|[^\s{}[\],:"]+|\n/g
const colon = /\s*:/y

/** Manifests name a package by at most two keys. Each value has a copy of its keys. */
const mostKeys = 2

/**
 * The values of a JSON text that lie at most two keys deep, each with the line that it stands on:
 * JSON.parse knows no lines.
 */
export function jsonLeaves(text: string): JsonLeaf[] {
  // Some editors write a byte order mark, which is no JSON.
  const json = text.replace(/^\ufeff/, '')
  // Refuses what is no JSON, so that the walk below need not ask.
  JSON.parse(json)
  const leaves: JsonLeaf[] = []
  const open: { key: string | number }[] = []
  let line = 1
  const isKey = (end: number) => {
    colon.lastIndex = end
    return colon.test(json)
  }
  for (const { 0: token, index } of json.matchAll(tokens)) {
    const top = open.at(-1)
    if (token === '\n') line++
    else if (token === '{') open.push({ key: '' })
    else if (token === '[') open.push({ key: 0 })
    else if (token === '}' || token === ']') open.pop()
    else if (token === ',') {
      if (typeof top?.key === 'number') top.key++
    } else if (top && isKey(index + token.length)) top.key = JSON.parse(token) as string
    else if (open.length <= mostKeys)
      leaves.push({ keys: open.map(({ key }) => key), value: JSON.parse(token), line })
  }
  return leaves
}
