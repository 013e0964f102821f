import { packageUrl } from '#core/package-url.ts'
import type { Finding } from './finding.ts'
import { requirementOf } from './requirement.ts'

/**
 * Reads go.mod: its required modules. The comment `// indirect` marks dependencies of other
 * modules. A module that a folder replaces is not the public one.
 */
export function readGoMod(text: string): Finding[] {
  let block: string[] = []
  const entries = text.split('\n').map((row, index) => {
    const [code = '', comment = ''] = row.split('//', 2)
    const words = code
      .replace(/[("`)]/g, ' $& ')
      .trim()
      .split(/\s+/)
      .filter((word) => !/^["`]$/.test(word))
    if (words[0] === ')') block = []
    const [verb = '', ...rest] = [...block, ...words]
    if (rest[0] === '(') block = [verb]
    return { verb, words: rest, isIndirect: comment.trim().startsWith('indirect'), line: index + 1 }
  })
  const replaced = new Set(
    entries.flatMap(({ verb, words }) => {
      const [from, to = ''] = words.join(' ').split(' => ')
      return verb === 'replace' && /^(?:\.{0,2}[/\\]|\.|[a-z]:)/i.test(to) ? [from] : []
    }),
  )
  return entries.flatMap(
    ({ verb, words: [module = '', version = ''], isIndirect, line }): Finding[] => {
      if (verb !== 'require' || !version.startsWith('v')) return []
      if (replaced.has(module) || replaced.has(`${module} ${version}`)) return []
      const kind = isIndirect ? 'transitive' : 'required'
      return [
        { package: packageUrl('golang', module), line, kind, requirement: requirementOf(version) },
      ]
    },
  )
}
