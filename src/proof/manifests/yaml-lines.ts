/** A line of a YAML text that has a key. */
export interface YamlLine {
  indent: number
  /** Whether the line begins an entry of a list. */
  isEntry: boolean
  key: string
  /** The value without quotes and comment; empty if it is on the following lines. */
  value: string
  line: number
}

const pair =
  /^(?<indent>\s*)(?<entry>(?:-\s+)*)(?<key>"[^"]*"|'[^']*'|[\w./-]+)\s*:(?:\s(?<value>[^]*))?$/

/**
 * The lines of a YAML text that have a key, without comments and multi-line texts. A real YAML
 * parser would refuse templates, which many Compose files and Helm charts are, and YAML aliases can
 * expand without limit.
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
