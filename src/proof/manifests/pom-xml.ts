import { packageUrl } from '#core/package-url.ts'
import type { DependencyKind, Finding } from './finding.ts'
import { lineAt, withoutComments } from './without-comments.ts'

const scopes: Readonly<Record<string, DependencyKind>> = {
  test: 'dev',
  provided: 'optional',
  system: 'optional',
  import: 'build',
}

/** pom.xml: its dependencies. What it only manages the versions of, and its plugins, are none. */
export function readPomXml(text: string): Finding[] {
  const plain = withoutComments(
    text,
    /<!--[^]*?-->|<(dependencyManagement|plugins|pluginManagement)>[^]*?<\/\1>/g,
  )
  return [...plain.matchAll(/<dependency>([^]*?)<\/dependency>/g)].flatMap((match): Finding[] => {
    const body = match[1]!.replace(/<exclusions>[^]*?<\/exclusions>/g, '')
    const field = (name: string) =>
      new RegExp(`<${name}>\\s*([^<]*?)\\s*</${name}>`).exec(body)?.[1] ?? ''
    const [group, artifact] = [field('groupId'), field('artifactId')]
    if (!/^[\w.-]+$/.test(group) || !/^[\w.-]+$/.test(artifact)) return []
    const kind = scopes[field('scope')] ?? (field('optional') === 'true' ? 'optional' : 'required')
    const line = lineAt(plain, plain.indexOf('<artifactId>', match.index))
    return [{ package: packageUrl('maven', `${group}/${artifact}`), line, kind }]
  })
}
