import type { Finding } from './manifests/finding.ts'
import type { ToolIndex } from './tool-index.ts'

const source = /\.(?:[cm]?[jt]sx?|vue|svelte|py|go|rs|rb|php|java|kt|cs|swift)$/
// What only developers run, declares, or was made by a program.
const noSource =
  /(?:^|\/)(?:test_[^/]*|conftest\.py|[^/]*(?:[._-](?:tests?|spec|stories|mocks?|min)|\.d)\.\w+)$/i

/** Whether a file of this name is code of a product, in which a host name may stand. */
export function isSource(path: string): boolean {
  return source.test(path) && !noSource.test(path)
}

const comment = /^\s*(?:\/\/|#|\*|\/\*|<!--|--)|\s(?:\/\/|#)\s/

/**
 * The hosts that a text of code names in a string, on which lines: a tool that is called without a
 * package. Of comments and of text beside code nothing is taken, since they tell of many.
 */
export function hostsIn(text: string, index: ToolIndex): Finding[] {
  const lines = text.split('\n')
  const isProse = proseLines(lines)
  return lines.flatMap((line, place) => {
    // Longer than a line that a person writes.
    if (isProse[place] || line.length > 2_000 || !/['"`]/.test(line)) return []
    const code = line.slice(0, comment.exec(line)?.index ?? line.length)
    const strings = code.matchAll(/(['"`])(?:\w+:\/\/)?([a-z\d.-]+\.[a-z]{2,})(?=[:/?'"`])/gi)
    return [...strings].flatMap(([, , host = '']): Finding[] => {
      const named = `host:${host.toLowerCase()}`
      return index(named).length > 0 ? [{ package: named, line: place + 1, kind: 'host' }] : []
    })
  })
}

/** What begins and ends a comment or a text of several lines, in which words stand in quotes, too. */
const blocks = [
  { begins: /^\s*\/\*/, ends: /\*\// },
  { begins: /"""/, ends: /"""/ },
  { begins: /'''/, ends: /'''/ },
]

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
