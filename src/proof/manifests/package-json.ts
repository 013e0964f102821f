import { packageUrl } from '#core/package-url.ts'
import type { DependencyKind, Finding } from './finding.ts'
import { gitPackage } from './git-address.ts'
import { jsonLeaves, plainJson } from './json-leaves.ts'
import { type Required, requirementOf } from './requirement.ts'

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
    if (section === 'engines') return [marker(`engines.${name}`, line, value)]
    if (section === 'packageManager' && name === '') {
      // The version may end with the hash of the program: `bun@1.3.0+sha512.…`.
      const [program = '', version] = value.split(/[@+]/)
      return [marker(`packageManager=${program}`, line, version)]
    }
    const kind = sections.get(section)
    const required = realPackage(name, value)
    return kind && required ? [{ ...required, line, kind }] : []
  })
}

/** Reads deno.json: the packages of npm among its imports. */
export function readDenoJson(text: string): Finding[] {
  return jsonLeaves(plainJson(text)).flatMap(
    ({ keys: [section, name], value, line }): Finding[] => {
      if (section !== 'imports' || name === undefined || typeof value !== 'string') return []
      const required = value.startsWith('npm:') ? realPackage('', value) : undefined
      return required ? [{ ...required, line, kind: 'required' }] : []
    },
  )
}

function marker(fact: string, line: number, version: string | undefined): Finding {
  const requirement = requirementOf(version)
  return { package: `file:package.json#${fact}`, line, kind: 'marker', requirement }
}

/** Ends of the names of archives. */
const archive = /\.(?:tgz|tar|tar\.gz)$/i

// The real package of a dependency: `npm:real@1` is an alias, and `npm:^1` asks for a version of the
// name. Undefined for folders, archives and packages of other registries, which the name may be that
// of. A repository counts as itself.
function realPackage(name: string, value: string): Required | undefined {
  const [alias, real = name, version] =
    /^npm:\/?((?:@[^@/]+\/)?(?:[^@/]+(?=@)|[a-z_~][^@/]*))(?:@([^/]*))?/i.exec(value) ?? []
  if (alias === undefined && !/^(?:npm|catalog|patch):|^[^:/\\]*$/.test(value))
    return repository(value)
  if (real === '' || /^~$|^\.{1,2}$/.test(value) || archive.test(value)) return undefined
  const requirement = requirementOf(alias === undefined ? value.replace(/^npm:/, '') : version)
  return { package: packageUrl('npm', real), requirement }
}

function repository(address: string): Required | undefined {
  const isShort = !archive.test(address) && /^[\w-][\w.-]*\/[\w.-]+(?:#[^]*)?$/.test(address)
  return gitPackage(isShort ? `github:${address}` : address)
}
