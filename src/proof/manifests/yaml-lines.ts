/** A line of a YAML text that sets a key to a plain value, or opens what is below it. */
export interface YamlLine {
  indent: number
  /** Whether it begins an entry of a list. */
  isEntry: boolean
  key: string
  /** Without quotes and comment; empty where more follows below. */
  value: string
  line: number
}

const pair =
  /^(?<indent>\s*)(?<entry>(?:-\s+)*)(?<key>"[^"]*"|'[^']*'|[\w./-]+)\s*:(?:\s(?<value>[^]*))?$/

/**
 * The keys of a YAML text line by line. Compose files and charts are often templates, which no
 * parser takes, and a parser would have to be guarded from aliases that unfold without end; this
 * needs neither, and skips comments and blocks of text.
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
