import { packageUrl } from '#core/package-url.ts'
import type { DependencyKind, Finding, Unresolved } from './finding.ts'
import { requirementOf } from './requirement.ts'
import { xmlTags } from './xml-tags.ts'

const scopes: Readonly<Record<string, DependencyKind>> = {
  test: 'dev',
  provided: 'optional',
  system: 'optional',
  import: 'build',
}

/** The most characters of a value in which properties are looked up. */
const longestName = 200

/** Elements that hold other dependencies than those of the project. */
const aside = /^(?:dependencyManagement|plugins|pluginManagement|exclusions)$/

/** Reads pom.xml: its dependencies. Managed versions and plugins are skipped. */
export function readPomXml(text: string): (Finding | Unresolved)[] {
  const found: { fields: Map<string, string>; line: number }[] = []
  const properties = new Map<string, string>()
  /** What the values of elements belong to: a dependency, or the properties of the file. */
  let into: Map<string, string> | undefined
  let depth = 0
  for (const { name, isEnd, isAlone, text: value, line } of xmlTags(text)) {
    if (isAlone) continue
    if (aside.test(name)) depth = Math.max(0, depth + (isEnd ? -1 : 1))
    else if (depth > 0) continue
    else if (name === 'properties') into = isEnd ? undefined : properties
    else if (name === 'dependency') {
      into = isEnd ? undefined : new Map()
      if (into) found.push({ fields: into, line })
    } else if (isEnd && into && !into.has(name)) into.set(name, value)
    else if (name === 'artifactId' && into && into === found.at(-1)?.fields)
      found.at(-1)!.line = line
  }
  return found.flatMap(({ fields, line }): (Finding | Unresolved)[] => {
    const valueOf = (name: string) => resolved(fields.get(name) ?? '', properties)
    const names = [valueOf('groupId'), valueOf('artifactId')]
    // A module of the same project is named by the properties that Maven itself sets.
    if (names.includes('') || names.some((name) => /\$\{(?:project|pom)\./.test(name))) return []
    if (names.some((name) => !/^[\w.-]+$/.test(name))) return [{ line, unresolved: 'variable' }]
    const kind =
      scopes[valueOf('scope')] ?? (valueOf('optional') === 'true' ? 'optional' : 'required')
    const requirement = requirementOf(valueOf('version'))
    return [{ package: packageUrl('maven', names.join('/')), line, kind, requirement }]
  })
}

/** A value with the properties of the file in it, which may name others. */
function resolved(value: string, properties: ReadonlyMap<string, string>): string {
  let text = value
  for (let round = 0; round < 4 && text.length <= longestName; round++)
    text = text.replace(/\$\{([\w.-]+)\}/g, (all, name: string) => properties.get(name) ?? all)
  return text
}
