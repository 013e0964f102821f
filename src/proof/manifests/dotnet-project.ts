import { packageUrl } from '#core/package-url.ts'
import type { Finding, Unresolved } from './finding.ts'
import { requirementOf } from './requirement.ts'
import { xmlTags } from './xml-tags.ts'

/** Reads a .NET project file: its package references. */
export function readDotnetProject(text: string): (Finding | Unresolved)[] {
  const found: { fields: Map<string, string>; line: number }[] = []
  let into: Map<string, string> | undefined
  for (const { name, isEnd, isAlone, attributes, text: value, line } of xmlTags(text)) {
    if (name === 'PackageReference') {
      const fields = new Map(attributes)
      if (!isEnd) found.push({ fields, line })
      into = isEnd || isAlone ? undefined : fields
    } else if (isEnd) into?.set(name, value)
  }
  return found.flatMap(({ fields, line }) => {
    // PrivateAssets="all" marks packages for development, such as analysers and test tools.
    const kind = /\ball\b/i.test(fields.get('PrivateAssets') ?? '') ? 'dev' : 'required'
    const requirement = requirementOf(fields.get('VersionOverride') ?? fields.get('Version'))
    const names = fields.get('Include')?.split(';') ?? []
    return names.flatMap((each): (Finding | Unresolved)[] => {
      const name = each.trim()
      if (name === '') return []
      if (!/^[\w.-]+$/.test(name)) return [{ line, unresolved: 'variable' }]
      return [{ package: packageUrl('nuget', name), line, kind, requirement }]
    })
  })
}
