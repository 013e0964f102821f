import { packageUrl } from '#core/package-url.ts'
import type { DependencyKind, Finding } from './finding.ts'
import { jsonLeaves } from './json-leaves.ts'
import { requirementOf } from './requirement.ts'

const sections = new Map<unknown, DependencyKind>([
  ['require', 'required'],
  ['require-dev', 'dev'],
])

/** Reads composer.json. Names without a slash are PHP itself and its extensions, not packages. */
export function readComposerJson(text: string): Finding[] {
  return jsonLeaves(text).flatMap(({ keys: [section, name], value, line }) => {
    const kind = sections.get(section)
    if (!kind || typeof name !== 'string' || !name.includes('/')) return []
    const requirement = requirementOf(value)
    return [{ package: packageUrl('composer', name), line, kind, requirement }]
  })
}
