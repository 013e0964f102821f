import { packageUrl } from '#core/package-url.ts'
import type { DependencyKind, Finding } from './finding.ts'
import { requirementOf } from './requirement.ts'
import { lineCounter, spans, withoutSpans } from './spans.ts'

const scopes: Readonly<Record<string, DependencyKind>> = {
  test: 'dev',
  provided: 'optional',
  system: 'optional',
  import: 'build',
}

/** Reads pom.xml: its dependencies. Managed versions and plugins are skipped. */
export function readPomXml(text: string): Finding[] {
  const aside = /<!--|<(?:dependencyManagement|plugins|pluginManagement)>/g
  const plain = withoutSpans(text, aside, ([mark]) => (mark === '<!--' ? '-->' : endTag(mark)))
  const lineOf = lineCounter(plain)
  return [...spans(plain, /<dependency>/g, ([mark]) => endTag(mark))].flatMap(
    ({ begin, body }): Finding[] => {
      const fields = fieldsOf(withoutSpans(body, /<exclusions>/g, ([mark]) => endTag(mark)))
      const {
        groupId: group = '',
        artifactId: artifact = '',
        scope = '',
        optional,
        version,
      } = fields
      if (!/^[\w.-]+$/.test(group) || !/^[\w.-]+$/.test(artifact)) return []
      const kind = scopes[scope] ?? (optional === 'true' ? 'optional' : 'required')
      const line = lineOf(plain.indexOf('<artifactId>', begin.index))
      const url = packageUrl('maven', `${group}/${artifact}`)
      return [{ package: url, line, kind, requirement: requirementOf(version) }]
    },
  )
}

/** The text of each XML element by name. If a name occurs twice, the first element counts. */
function fieldsOf(body: string): Readonly<Record<string, string>> {
  const found = [...body.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].reverse()
  return Object.fromEntries(found.map(([, name, value = '']) => [name, value.trim()]))
}

function endTag(tag: string): string {
  return tag.replace('<', '</')
}
