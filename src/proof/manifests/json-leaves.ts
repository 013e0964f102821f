// An unterminated string matches to the end of the text, so that each character is read only once.
const tokens = /"(?:[^"\\]|\\.)*"?|[{}[\],]|[^\s{}[\],:"]+|\n/g
const colon = /\s*:/y

/** Deeper values are skipped: no manifest has package names there. This also bounds memory. */
const mostKeys = 2

const strings = String.raw`"(?:[^"\\]|\\.)*"?`
const comments = new RegExp(String.raw`${strings}|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)`, 'g')
const finalCommas = new RegExp(String.raw`${strings}|,(?=\s*[}\]])`, 'g')

/** JSON without the comments and final commas that some programs allow. Lines stay. */
export function plainJson(text: string): string {
  const blank = (part: string) => (part.startsWith('"') ? part : part.replace(/[^\n]/g, ' '))
  return text.replace(comments, blank).replace(finalCommas, blank)
}

/**
 * The strings, numbers, booleans and nulls of a JSON text at most two keys deep, with these keys (in
 * arrays, indexes) and with lines, which JSON.parse does not give.
 */
export function jsonLeaves(text: string) {
  // Some editors write a byte order mark, which JSON does not allow.
  const json = text.replace(/^\ufeff/, '')
  // Throws for invalid JSON, so the loop below can assume valid JSON.
  JSON.parse(json)
  const leaves: { keys: (string | number)[]; value: unknown; line: number }[] = []
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
