import { packageUrl } from '#core/package-url.ts'
import { type Finding, type Unresolved, isForDevelopment } from './finding.ts'
import { requirementOf } from './requirement.ts'
import { type Token, isMark, ruby, statementsOf } from './statements.ts'

/** What the blocks around a gem say: that it is for development, or in a folder of the repository. */
type Around = 'dev' | 'local' | undefined

/** Reads a Gemfile: its gems. Gems in development groups get the kind `dev`. */
export function readGemfile(text: string): (Finding | Unresolved)[] {
  const statements = statementsOf<Around>(text, ruby, undefined, (around, [head, ...rest]) => {
    if (head?.text === 'path') return 'local'
    const isDev = head?.text === 'group' && areForDevelopment(stringsAt(rest, 0))
    return around ?? (isDev ? 'dev' : undefined)
  })
  return statements.flatMap(({ tokens, around }): (Finding | Unresolved)[] => {
    // The parameter of a block, such as `|name|`, is before its first statement.
    const [head, ...rest] = isMark(tokens[0], /^\|$/) ? tokens.slice(3) : tokens
    const args = isMark(rest[0], /^\($/) ? rest.slice(1) : rest
    const [name] = args
    if (head?.kind !== 'word' || head.text !== 'gem' || !name || name.kind === 'mark') return []
    if (around === 'local' || optionOf(args, /^path$/)) return []
    const { line } = head
    if (name.kind === 'word' || !/^[\w.-]+$/.test(name.text))
      return [{ line, unresolved: 'variable' }]
    const isDev = around === 'dev' || areForDevelopment(optionOf(args, /^groups?$/) ?? [])
    const requirement = requirementOf(isMark(args[1], /^,$/) ? stringsAt(args, 2).join(', ') : '')
    const url = packageUrl('gem', name.text)
    return [{ package: url, line, kind: isDev ? 'dev' : 'required', requirement }]
  })
}

const isKey = (tokens: readonly Token[], at: number) =>
  tokens[at]?.kind !== 'mark' && isMark(tokens[at + 1], /^(?::|=>)$/)

/** The strings from a place on, up to a word or the next key. */
function stringsAt(tokens: readonly Token[], from: number): string[] {
  const after = tokens.slice(from)
  const end = after.findIndex(({ kind }, at) => kind === 'word' || isKey(after, at))
  const within = end === -1 ? after : after.slice(0, end)
  return within.flatMap(({ kind, text }) => (kind === 'string' ? [text] : []))
}

/** The strings of an option such as `group: :test`; undefined without it. */
function optionOf(tokens: readonly Token[], name: RegExp): string[] | undefined {
  const at = tokens.findIndex(({ text }, place) => name.test(text) && isKey(tokens, place))
  return at === -1 ? undefined : stringsAt(tokens, at + 2)
}

// A gem that is also in a group of the running product is one of its gems.
function areForDevelopment(groups: readonly string[]): boolean {
  const names = groups.flatMap((group) => group.split(/\s+/))
  return (
    names.some(isForDevelopment) && !names.some((name) => /^(?:default|production)$/.test(name))
  )
}
