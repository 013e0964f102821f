import { parse } from 'smol-toml'

export type Table = Readonly<Record<string, unknown>>

/** A TOML document with a way to the lines of its text, which the parser does not keep. */
export interface TomlDocument {
  table: Table
  /**
   * The line of a key, or of a string in quotes. Below the header of one of `sections`, where there is such
   * a line; a header that stands elsewhere may say the same for another purpose.
   */
  lineOf: (sections: readonly string[], named: { key: string } | { quoted: string }) => number
}

/** Reads a TOML text. */
export function readToml(text: string): TomlDocument {
  const lines = text.split('\n').map(withoutComment)
  const sectionOf: string[] = []
  let section = ''
  for (const line of lines) {
    section = /^\s*\[+\s*([^\]]+?)\s*\]+\s*$/.exec(line)?.[1]?.replace(/["'\s]/g, '') ?? section
    sectionOf.push(section)
  }
  return {
    table: parse(text),
    lineOf: (sections, named) => {
      const matches = 'key' in named ? keyPattern(named.key) : quotedPattern(named.quoted)
      const places = lines.flatMap((line, index) => (matches.test(line) ? [index] : []))
      const within = places.find((place) => sections.includes(sectionOf[place]!))
      return (within ?? places[0] ?? 0) + 1
    },
  }
}

/** A value as a table; empty where it is something else. */
export function tableOf(value: unknown): Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Table)
    : {}
}

/** The strings of an array; none where it is something else. */
export function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

function withoutComment(line: string): string {
  return /^(?:[^#"']|"(?:[^"\\]|\\.)*"|'[^']*'|["'](?=[^#]*$))*/.exec(line)?.[0] ?? line
}

function keyPattern(key: string): RegExp {
  const name = RegExp.escape(key)
  return new RegExp(
    `^\\s*["']?${name}["']?\\s*[.=]|[{,]\\s*["']?${name}["']?\\s*=|\\.["']?${name}["']?\\s*\\]`,
  )
}

function quotedPattern(text: string): RegExp {
  return new RegExp(`["']${RegExp.escape(text)}["']|^\\s*["']${RegExp.escape(text.slice(0, 30))}`)
}
