import { parse } from 'smol-toml'
import type { Table } from './tables.ts'

export type TomlDocument = ReturnType<typeof readToml>

/** Parses a TOML document, with line numbers that the TOML parser does not give. */
export function readToml(text: string) {
  const table: Table = parse(text)
  const keys = placesByName()
  const strings = placesByName()
  let section = ''
  for (const [index, raw] of text.split('\n').entries()) {
    const line = index + 1
    const { code, quoted } = partsOf(raw)
    const header = headerIn(code)
    if (header) {
      section = header.section
      if (header.parent !== '') keys.add(header.parent, header.key, line)
    } else for (const key of keysIn(code)) keys.add(section, key, line)
    for (const each of quoted) strings.add(section, each, line)
  }
  return {
    table,
    /** The line of a key: the first in the section, else the first anywhere. */
    lineOfKey: keys.find,
    /** The line of a quoted string, likewise. */
    lineOfString: strings.find,
  }
}

/** Collects the first line of each name in its section, and (`undefined`) in the whole text. */
function placesByName() {
  const bySection = new Map<string | undefined, Map<string, number>>()
  return {
    add: (section: string, name: string, line: number) => {
      for (const within of [section, undefined]) {
        const lines = bySection.get(within) ?? new Map<string, number>()
        bySection.set(within, lines)
        if (!lines.has(name)) lines.set(name, line)
      }
    },
    find: (section: string, name: string) =>
      bySection.get(section)?.get(name) ?? bySection.get(undefined)?.get(name) ?? 1,
  }
}

/**
 * Parses a table header such as `[tool."a b".deps]`: its full name without quotes and spaces, its
 * last key, and the name before that key.
 */
function headerIn(code: string): { section: string; parent: string; key: string } | undefined {
  const inner = /^\[{1,2}([^[\]]+)\]{1,2}$/.exec(code.trim())?.[1]?.trim()
  if (!inner) return undefined
  const quote = inner.endsWith('"') || inner.endsWith("'") ? inner.slice(-1) : ''
  const start = inner.lastIndexOf(quote || '.', inner.length - 1 - quote.length) + 1
  const key = inner.slice(start, inner.length - quote.length).trim()
  const parent = bare(inner.slice(0, start)).replace(/\.$/, '')
  return { section: bare(inner), parent, key }
}

function bare(key: string): string {
  return key.replace(/["'\s]/g, '')
}

// An unterminated string matches to the end of the line, so that each character is read only once.
const token = /"((?:[^"\\]|\\.)*)"?|'([^']*)'?|#/g

/** Splits a line into the code before a comment, and its quoted strings. */
function partsOf(line: string): { code: string; quoted: string[] } {
  const quoted: string[] = []
  for (const { 0: found, 1: basic, 2: literal = '', index } of line.matchAll(token)) {
    if (found === '#') return { code: line.slice(0, index), quoted }
    quoted.push(basic?.replace(/\\(["\\])/g, '$1') ?? literal)
  }
  return { code: line, quoted }
}

const firstKey = /^\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*[.=]/
const innerKey = /[{,]\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*=/g

function keysIn(code: string): string[] {
  const first = firstKey.exec(code)
  return [...(first ? [first] : []), ...code.matchAll(innerKey)].map(
    ([, basic, literal, plain]) => basic ?? literal ?? plain ?? '',
  )
}
