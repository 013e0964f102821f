import type { Finding } from './manifests/finding.ts'
import type { ToolIndex } from './tool-index.ts'

const source = /\.(?:[cm]?[jt]sx?|vue|svelte|py|go|rs|rb|php|java|kt|cs|swift)$/
// Filenames of tests, type declarations and generated code.
const noSource =
  /(?:^|\/)(?:test_[^/]*|conftest\.py|[^/]*(?:[._-](?:tests?|spec|stories|mocks?|min)|\.d)\.\w+)$/i

/** Whether a filename is that of source code of a product, which may contain hostnames. */
export function isSource(path: string): boolean {
  return source.test(path) && !noSource.test(path)
}

/** Longer lines, in characters, are skipped: they are generated code. */
const longestLine = 2_000

const comment = /^\s*(?:\/\/|#|\*|\/\*|<!--|--)|\s(?:\/\/|#)\s/

/**
 * Finds hostnames of known tools in the strings of source code, because some tools are called
 * without a package. Comments and multi-line texts are skipped: they mention tools that are not
 * used.
 */
export function hostsIn(text: string, index: ToolIndex): Finding[] {
  const lines = text.split('\n')
  const isProse = proseLines(lines)
  return lines.flatMap((line, place) => {
    if (isProse[place] || line.length > longestLine || !/['"`]/.test(line)) return []
    const code = line.slice(0, comment.exec(line)?.index ?? line.length)
    const strings = code.matchAll(/(['"`])(?:\w+:\/\/)?([a-z\d.-]+\.[a-z]{2,})(?=[:/?'"`])/gi)
    return [...strings].flatMap(([, , host = '']): Finding[] => {
      const named = `host:${host.toLowerCase()}`
      return index(named).length > 0 ? [{ package: named, line: place + 1, kind: 'host' }] : []
    })
  })
}

/** The delimiters of comments and texts that span several lines. */
const blocks = [
  { begins: /^\s*\/\*/, ends: /\*\// },
  { begins: /"""/, ends: /"""/ },
  { begins: /'''/, ends: /'''/ },
]

/** Marks the lines that belong to a comment or text of several lines. */
function proseLines(lines: readonly string[]): boolean[] {
  let ends: RegExp | undefined
  return lines.map((line) => {
    if (ends) {
      if (ends.test(line)) ends = undefined
      return true
    }
    for (const block of blocks) {
      const begun = block.begins.exec(line)
      if (!begun) continue
      if (!block.ends.test(line.slice(begun.index + begun[0].length))) ends = block.ends
      return true
    }
    return false
  })
}
