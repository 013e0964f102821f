import type { Finding } from './finding.ts'
import { readRequirement } from './python-requirement.ts'

/**
 * Reads environment.yml of conda: the entries of `dependencies`, also those below `pip`. Most packages
 * of conda have the name that they have on PyPI, so their package URLs are of PyPI.
 */
export function readCondaEnvironment(text: string): Finding[] {
  let section = ''
  return text.split('\n').flatMap((line, index): Finding[] => {
    section = /^([a-z_]+):/.exec(line)?.[1] ?? section
    const entry = /^\s*-\s+["']?(?:[\w./-]+::)?((?:[^"'#]|(?<=\S)#)+)/.exec(line)?.[1]
    if (section !== 'dependencies' || entry === undefined) return []
    const required = readRequirement(entry)
    if (!required || isItself.has(required.package)) return []
    return [{ ...required, line: index + 1, kind: 'required' }]
  })
}

const isItself = new Set(['pkg:pypi/python', 'pkg:pypi/pip'])
