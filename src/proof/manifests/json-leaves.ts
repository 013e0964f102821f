/** A string, number, boolean or null in a JSON document. Keys of an array are numbers. */
export interface JsonLeaf {
  keys: readonly (string | number)[]
  value: unknown
  line: number
}

// An unterminated string takes the rest of the text, so that no character is read twice.
const tokens = /"(?:[^"\\]|\\.)*"?|[{}[\],]|[^\s{}[\],:"]+|\n/g
const colon = /\s*:/y

/** Manifests name a package by at most two keys. The limit bounds the copies of keys. */
const mostKeys = 2

/** The values at most two keys deep in a JSON text, with their lines, which JSON.parse does not give. */
export function jsonLeaves(text: string): JsonLeaf[] {
  // Some editors write a byte order mark, which is invalid in JSON.
  const json = text.replace(/^\ufeff/, '')
  // Throws for invalid JSON, so that the loop below needs no checks.
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
