import { packageUrl } from '#core/package-url.ts'
import type { Finding } from './finding.ts'
import { requirementOf } from './requirement.ts'

/**
 * Reads go.mod: its required modules. The comment `// indirect` marks dependencies of other
 * modules.
 */
export function readGoMod(text: string): Finding[] {
  let block = ''
  return text.split('\n').flatMap((line, index): Finding[] => {
    const [code = '', comment = ''] = line.split('//', 2) as [string, string?]
    if (/^\s*\)/.test(code)) block = ''
    const opened = /^\s*(\w+)\s*\(\s*$/.exec(code)?.[1]
    if (opened) {
      block = opened
      return []
    }
    const entry = block === 'require' ? code : /^\s*require\s([^]*)/.exec(code)?.[1]
    const [, module, version] = /^\s*"?([^\s"]+)"?\s+(v\S+)/.exec(entry ?? '') ?? []
    if (module === undefined) return []
    const kind = comment.trim().startsWith('indirect') ? 'transitive' : 'required'
    const requirement = requirementOf(version)
    return [{ package: packageUrl('golang', module), line: index + 1, kind, requirement }]
  })
}
