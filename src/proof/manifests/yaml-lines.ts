/** A line of a YAML text with a key. */
export interface YamlLine {
  indent: number
  /** Whether the line begins an entry of a list. */
  isEntry: boolean
  key: string
  /** Without quotes and comment; empty when the value is on the next lines. */
  value: string
  line: number
}

const pair =
  /^(?<indent>\s*)(?<entry>(?:-\s+)*)(?<key>"[^"]*"|'[^']*'|[\w./-]+)\s*:(?:\s(?<value>[^]*))?$/

/**
 * The keys of a YAML text, line by line, without comments and blocks of text. A YAML parser refuses
 * templates, which many Compose files and charts are, and its aliases can expand without limit.
 */
export function yamlLines(text: string): YamlLine[] {
  let block: number | undefined
  return text.split('\n').flatMap((raw, index): YamlLine[] => {
    const depth = raw.search(/\S/)
    if (depth === -1) return []
    if (block !== undefined && depth > block) return []
    block = undefined
    const { indent = '', entry = '', key = '', ...rest } = pair.exec(raw.trimEnd())?.groups ?? {}
    if (key === '') return []
    const value = (rest['value'] ?? '').trimStart()
    if (/^[|>][\d+-]*\s*(?:#|$)/.test(value)) block = indent.length
    return [
      {
        indent: indent.length + entry.length,
        isEntry: entry !== '',
        key: key.replace(/^["']|["']$/g, ''),
        value: plain(value),
        line: index + 1,
      },
    ]
  })
}

function plain(value: string): string {
  const quoted = /^(?:&\w+\s+)?(["'])(.*?)\1/.exec(value)?.[2]
  return (
    quoted ??
    value
      .replace(/^&\w+\s*/, '')
      .replace(/(?:^|\s)#[^]*/, '')
      .trim()
  )
}
