import { type DependencyKind, type Finding, type Unresolved, kindOfExtra } from './finding.ts'
import { readRequirement } from './python-requirement.ts'
import { type Token, isMark, python, statementsOf } from './statements.ts'

/** Reads setup.cfg: `install_requires` of `[options]`, and the groups of `[options.extras_require]`. */
export function readSetupCfg(text: string): Finding[] {
  let section = ''
  let kind: DependencyKind | undefined
  return text.split('\n').flatMap((line, index): Finding[] => {
    const header = /^\[([^\]]*)\]/.exec(line)?.[1]
    if (header !== undefined) {
      section = header
      kind = undefined
      return []
    }
    const [, key, value = line] = /^([\w.-]+)\s*[=:](.*)/.exec(line) ?? []
    if (key !== undefined) kind = kindOf(section, key)
    // A list on one line is separated by semicolons; below its key they begin markers.
    const isList = key !== undefined && !/["']/.test(value)
    return value.split(isList ? ';' : '\n').flatMap((part): Finding[] => {
      const required = kind && readRequirement(part.replace(/(?:^|\s)[#;][^]*/, ''))
      return kind && required ? [{ ...required, line: index + 1, kind }] : []
    })
  })
}

function kindOf(section: string, key: string): DependencyKind | undefined {
  if (section === 'options') return /^install[-_]requires$/.test(key) ? 'required' : undefined
  return section === 'options.extras_require' ? kindOfExtra(key) : undefined
}

const asked: Readonly<Record<string, DependencyKind>> = {
  install_requires: 'required',
  extras_require: 'optional',
}

/**
 * Reads setup.py: the strings of the lists that `install_requires` and `extras_require` name, also
 * through a variable that is set once. It is not run.
 */
export function readSetupPy(text: string): (Finding | Unresolved)[] {
  const statements = statementsOf(text, python, '', () => '').map(({ tokens }) => tokens)
  const variables = new Map<string, readonly Token[]>()
  for (const [name, equals, ...value] of statements)
    if (name && isMark(equals, /^=$/))
      variables.set(name.text, variables.has(name.text) ? [] : value)
  const found: (Finding | Unresolved)[] = []
  /** The lists to read, each once. */
  const lists = new Map<readonly Token[], DependencyKind>()
  const add = (element: readonly Token[], kind: DependencyKind) => {
    const [first, second] = isMark(element[0], /^\*$/) ? element.slice(1) : element
    const list = second || first?.kind !== 'word' ? undefined : variables.get(first.text)
    if (!first) return
    if (isMark(list?.[0], /^[([{]$/)) lists.set(list!, lists.get(list!) ?? kind)
    else if (first.kind !== 'string' || second)
      found.push({ line: first.line, unresolved: 'not_understood' })
    else
      for (const [row, requirement] of first.text.split('\n').entries()) {
        const required = readRequirement(requirement)
        if (required) found.push({ ...required, line: first.line + row, kind })
      }
  }
  /** Reads a string, a list, or a table of lists by their extras; returns the place of its end. */
  const read = (tokens: readonly Token[], begin: number, kindOfAll: DependencyKind) => {
    let kind = kindOfAll
    let element: Token[] = []
    let depth = 0
    /** The depth of a call, which is skipped: what it returns is not known. */
    let call = 0
    const finish = () => {
      add(element, kind)
      element = []
    }
    let at = begin
    for (; at < tokens.length; at++) {
      const token = tokens[at]!
      const isSum = element[0]?.kind !== 'string' && tokens[at + 1]?.kind !== 'string'
      if (isMark(token, /^[([{]$/)) {
        depth++
        if (call === 0 && element.length > 0) call = depth
      } else if (isMark(token, /^[)\]}]$/)) {
        if (depth === 0) break
        if (call === 0) finish()
        if (call === depth--) call = 0
      } else if (call > 0) continue
      else if (isMark(token, /^:$/)) {
        kind = kindOfExtra(element[0]?.text ?? '')
        element = []
      } else if (isMark(token, /^,$/) || (isSum && isMark(token, /^\+$/))) {
        finish()
        if (depth === 0 && token.text === ',') break
      } else element.push(token)
    }
    finish()
    return at
  }
  for (const tokens of statements)
    for (let at = 0; at < tokens.length; at++) {
      const { kind: form, text: name } = tokens[at]!
      const kind = form === 'mark' || !Object.hasOwn(asked, name) ? undefined : asked[name]
      if (kind && isMark(tokens[at + 1], /^[=:]$/)) at = read(tokens, at + 2, kind) - 1
    }
  for (const [list, kind] of lists) read(list, 0, kind)
  return found
}
