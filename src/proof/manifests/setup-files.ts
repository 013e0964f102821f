import { type DependencyKind, type Finding, isForDevelopment } from './finding.ts'
import { readRequirement } from './python-requirement.ts'

/** Reads setup.cfg: `install_requires` of `[options]`, and the groups of `[options.extras_require]`. */
export function readSetupCfg(text: string): Finding[] {
  let section = ''
  let kind: DependencyKind | undefined
  return text.split('\n').flatMap((line, index): Finding[] => {
    const header = /^\[([\w.]+)\]/.exec(line)?.[1]
    if (header !== undefined) {
      section = header
      kind = undefined
      return []
    }
    const [, key, value = line] = /^([\w.-]+)\s*[=:](.*)/.exec(line) ?? []
    if (key !== undefined) kind = kindOf(section, key)
    const requirement = value.replace(/(?:^|\s)[#;][^]*/, '')
    const required = kind && readRequirement(requirement)
    return kind && required ? [{ ...required, line: index + 1, kind }] : []
  })
}

function kindOf(section: string, key: string): DependencyKind | undefined {
  if (section === 'options') return key === 'install_requires' ? 'required' : undefined
  if (section !== 'options.extras_require') return undefined
  return isForDevelopment(key) ? 'dev' : 'optional'
}

/** Reads setup.py: the strings of the list that `install_requires` names. It is not run. */
export function readSetupPy(text: string): Finding[] {
  const begin = text.indexOf('install_requires')
  const list =
    begin < 0
      ? undefined
      : /^install_requires\s*=\s*\[(?:"[^"]*"|'[^']*'|[^\]"'])*/.exec(text.slice(begin))
  if (!list) return []
  let line = text.slice(0, begin).split('\n').length
  return list[0].split('\n').flatMap((row): Finding[] => {
    const at = line++
    const strings = [...row.replace(/^\s*#.*/, '').matchAll(/"([^"]*)"|'([^']*)'/g)]
    return strings.flatMap(([, double, single]): Finding[] => {
      const required = readRequirement(double ?? single ?? '')
      return required ? [{ ...required, line: at, kind: 'required' }] : []
    })
  })
}
