import { packageUrl } from '#core/package-url.ts'
import type { DependencyKind, Finding } from './finding.ts'
import { jsonLeaves } from './json-leaves.ts'

const sections: Readonly<Record<string, DependencyKind>> = {
  require: 'required',
  'require-dev': 'dev',
}

/** composer.json. PHP itself and its extensions have no slash in their name. */
export function readComposerJson(text: string): Finding[] {
  return jsonLeaves(text).flatMap(({ keys: [section = '', name = ''], line }) => {
    const kind = Object.hasOwn(sections, section) ? sections[section] : undefined
    if (!kind || typeof name !== 'string' || !name.includes('/')) return []
    return [{ package: packageUrl('composer', name), line, kind }]
  })
}
