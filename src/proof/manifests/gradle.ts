import { packageUrl } from '#core/package-url.ts'
import type { Finding, Unresolved } from './finding.ts'
import { requirementOf } from './requirement.ts'
import { type Token, braces, isMark, statementsOf } from './statements.ts'
import { tableOf } from './tables.ts'
import { readToml } from './toml.ts'

/** What the blocks around a call say: that it is for tests, or states only versions. */
type Around = 'dev' | 'constraints' | undefined

const configuration =
  /^(?:\w*(?:implementation|api|compile|compileOnly|runtime|runtimeOnly|annotationProcessor|classpath|kapt)|kapt\w*|ksp\w*)$/i
const forTests = /(?:^t|T)ests?(?![a-z])|^jmh|Jmh/
/** Calls whose strings name no package of Maven. */
const others = /^(?:project|files|fileTree|npm)$/
const coordinates = /^([\w.-]+):([\w.-]+)(?:@\w+|:([^]*))?$/

/** Reads build.gradle and build.gradle.kts: the packages of its configurations. */
export function readGradle(text: string): (Finding | Unresolved)[] {
  const statements = statementsOf<Around>(text, braces, undefined, (around, head) => {
    const has = (word: RegExp) => head.some((token) => word.test(token.text))
    return has(/^constraints$/) ? 'constraints' : (around ?? (has(forTests) ? 'dev' : undefined))
  })
  return statements.flatMap(({ tokens, around }) => {
    const { name: called, args } = callOf(tokens)
    if (around === 'constraints' || !configuration.test(called)) return []
    const kind =
      around ??
      (/test|jmh/i.test(called) ? 'dev' : /^classpath$/i.test(called) ? 'build' : 'required')
    return packagesIn(args).map(({ line, path, version }): Finding | Unresolved => {
      if (!/^[\w.-]+\/[\w.-]+$/.test(path)) return { line, unresolved: 'variable' }
      // A classifier or a type may follow the version: `1.2:sources@jar`.
      const requirement = requirementOf(version?.split(/[:@]/, 1)[0])
      return { package: packageUrl('maven', path), line, kind, requirement }
    })
  })
}

/** The name and the arguments of a call. `dependencies.add("api", …)` is a call of `api`. */
function callOf(tokens: readonly Token[]): { name: string; args: readonly Token[] } {
  let at = 0
  while (isMark(tokens[at + 1], /^\.$/)) at += 2
  if (tokens[at]?.text === 'add') at += isMark(tokens[at + 1], /^\($/) ? 2 : 1
  return { name: tokens[at]?.text ?? '', args: tokens.slice(at + 1) }
}

/** The group, the name and the version of a package. A part that is set elsewhere has other signs. */
interface Maven {
  line: number
  path: string
  version?: string | undefined
}

function packagesIn(args: readonly Token[]): Maven[] {
  const found: Maven[] = []
  const isOther = args.some(({ kind, text }) => kind === 'word' && others.test(text))
  let from: string | undefined
  for (const [at, { kind, text, line }] of args.entries()) {
    const [label, before, after] = [args[at - 2]?.text, args[at - 1], args[at + 1]]
    if (kind !== 'string' || isMark(before, /^\+$/)) continue
    const [, group, name, version] = coordinates.exec(text) ?? []
    const isContinued = isMark(after, /^\+$/)
    if (isMark(before, /^[:=]$/)) {
      if (label === 'group') from = text
      if (label === 'name' && from !== undefined) found.push({ line, path: `${from}/${text}` })
      if (label === 'version' && found.length > 0) found.at(-1)!.version = text
    } else if (group !== undefined && (!isContinued || version !== undefined))
      found.push({ line, path: `${group}/${name}`, version })
    else if (isContinued || text.includes('$'))
      found.push(...(isOther ? [] : [{ line, path: text }]))
    // In Kotlin the parts may be arguments: `implementation("a", "b", "1")`.
    else if (at === 1 && isMark(after, /^,$/) && args[3]?.kind === 'string')
      found.push({ line, path: `${text}/${args[3].text}`, version: args[5]?.text })
  }
  return found
}

/** Reads gradle/libs.versions.toml, the version catalogue that build files refer to. */
export function readGradleCatalog(text: string): Finding[] {
  const { table, lineOfKey } = readToml(text)
  const versions = tableOf(table['versions'])
  return Object.entries(tableOf(table['libraries'])).flatMap(([key, value]): Finding[] => {
    const { module, group, name, version } = tableOf(value)
    const named = typeof value === 'string' ? value : (module ?? `${group}:${name}`)
    const [, from, artifact, stated] =
      /^([\w.-]+):([\w.-]+)(?::([^:@]*))?/.exec(String(named)) ?? []
    if (from === undefined || artifact === undefined) return []
    const { ref } = tableOf(version)
    return [
      {
        package: packageUrl('maven', `${from}/${artifact}`),
        line: lineOfKey('libraries', key),
        kind: 'required',
        requirement: requirementOf(stated ?? (typeof ref === 'string' ? versions[ref] : version)),
      },
    ]
  })
}
