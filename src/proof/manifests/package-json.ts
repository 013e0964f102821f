import { packageUrl } from '#core/package-url.ts'
import type { DependencyKind, Finding } from './finding.ts'
import { jsonLeaves } from './json-leaves.ts'

const sections = new Map<unknown, DependencyKind>([
  ['dependencies', 'required'],
  ['optionalDependencies', 'optional'],
  ['peerDependencies', 'peer'],
  ['devDependencies', 'dev'],
])

/** Reads package.json: its dependencies, engines and package manager. */
export function readPackageJson(text: string): Finding[] {
  return jsonLeaves(text).flatMap(({ keys: [section = '', name = ''], value, line }) => {
    if (typeof name !== 'string' || typeof value !== 'string') return []
    if (section === 'engines') return [marker(`engines.${name}`, line)]
    if (section === 'packageManager' && name === '')
      return [marker(`packageManager=${value.split('@')[0]}`, line)]
    const kind = sections.get(section)
    const named = realName(name, value)
    return kind && named ? [{ package: packageUrl('npm', named), line, kind }] : []
  })
}

/** Reads deno.json: the packages of npm among its imports. */
export function readDenoJson(text: string): Finding[] {
  return jsonLeaves(text).flatMap(({ keys: [section, name], value, line }): Finding[] => {
    const named = typeof value === 'string' && value.startsWith('npm:') && realName('', value)
    if (section !== 'imports' || name === undefined || !named) return []
    return [{ package: packageUrl('npm', named), line, kind: 'required' }]
  })
}

function marker(fact: string, line: number): Finding {
  return { package: `file:package.json#${fact}`, line, kind: 'marker' }
}

// The real package name of a dependency: `npm:real@1` is an alias. Undefined for packages of the
// same repository, which prove nothing.
function realName(name: string, value: string): string | undefined {
  if (/^(?:workspace|file|link|portal):/.test(value)) return undefined
  return /^npm:((?:@[^@/]+\/)?[^@/]+)/.exec(value)?.[1] ?? name
}
