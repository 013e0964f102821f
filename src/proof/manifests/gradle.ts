import { packageUrl } from '#core/package-url.ts'
import type { Finding } from './finding.ts'
import { requirementOf } from './requirement.ts'
import { withoutSpans } from './spans.ts'
import { readToml, tableOf } from './toml.ts'

const configuration =
  /^\s*(?<name>\w*(?:implementation|api|compile|compileOnly|runtime|runtimeOnly|annotationProcessor|kapt|ksp|classpath))\b(?<rest>.*)$/i
const coordinates = /["']([\w.-]+):([\w.-]+)(?::([^"']*))?["']/
const parted =
  /group\s*[:=]\s*["']([\w.-]+)["']\s*,\s*name\s*[:=]\s*["']([\w.-]+)["'](?:\s*,\s*version\s*[:=]\s*["']([^"']*)["'])?/

/** Reads build.gradle and build.gradle.kts: dependencies whose declaration is within one line. */
export function readGradle(text: string): Finding[] {
  // Removes comments. A `//` after a colon is part of a URL.
  const plain = withoutSpans(text, /\/\*|(?<!:)\/\//g, ([mark]) => (mark === '/*' ? '*/' : '\n'))
  return plain.split('\n').flatMap((line, index) =>
    // A block may be written on one line: `dependencies { api "a:b:1"; api "c:d:1" }`.
    line.split(/[{;]/).flatMap((statement): Finding[] => {
      const { name = '', rest = '' } = configuration.exec(statement)?.groups ?? {}
      const [, group, artifact, version] = parted.exec(rest) ?? coordinates.exec(rest) ?? []
      if (group === undefined || artifact === undefined) return []
      const kind = /test/i.test(name) ? 'dev' : /^classpath$/i.test(name) ? 'build' : 'required'
      const url = packageUrl('maven', `${group}/${artifact}`)
      // A classifier or a type may follow the version: `1.2:sources@jar`.
      const requirement = requirementOf(version?.split(/[:@]/, 1)[0])
      return [{ package: url, line: index + 1, kind, requirement }]
    }),
  )
}

/** Reads gradle/libs.versions.toml, the version catalogue that build files refer to. */
export function readGradleCatalog(text: string): Finding[] {
  const { table, lineOf } = readToml(text)
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
        line: lineOf('libraries', { key }),
        kind: 'required',
        requirement: requirementOf(stated ?? (typeof ref === 'string' ? versions[ref] : version)),
      },
    ]
  })
}
