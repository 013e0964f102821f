/** The fields of a package in a package lock that a bill of materials needs. */
interface LockedPackage {
  name?: string
  version?: string
  license?: string
  integrity?: string
  dev?: boolean
  optional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

export interface PackageLock {
  name: string
  version: string
  packages: Record<string, LockedPackage>
}

/** The bill of materials under /data. */
export const sbomFile = {
  name: 'sbom.json',
  description: 'The packages that this service is made of, as CycloneDX. It holds no products.',
  media_type: 'application/json',
} as const

/**
 * The production packages of a package lock as CycloneDX 1.6. It has no serial number and no time, unlike
 * the output of `npm sbom`: the same lock makes the same bytes.
 */
export function sbomOf({ name, version, packages }: PackageLock) {
  const inUse = Object.entries(packages).filter(([place, { dev }]) => place !== '' && !dev)
  const refs = new Map(
    inUse.map(([place, locked]) => [place, refOf(nameOf(place, locked), locked)]),
  )
  const edges = new Map<string, Set<string>>()
  for (const [place, locked] of [['', packages['']!] as const, ...inUse]) {
    const ref = place === '' ? `${name}@${version}` : refs.get(place)!
    const known = edges.get(ref) ?? new Set()
    const { dependencies, optionalDependencies, peerDependencies } = locked
    const needs = { ...peerDependencies, ...optionalDependencies, ...dependencies }
    for (const needed of Object.keys(needs)) {
      const found = resolved(place, needed, refs)
      if (found) known.add(found)
    }
    edges.set(ref, known)
  }
  const components = new Map(
    inUse.map(([place, locked]) => [refs.get(place)!, component(nameOf(place, locked), locked)]),
  )
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `${name}@${version}`,
        name,
        version,
        ...licences(packages['']?.license),
      },
    },
    components: [...components.values()],
    dependencies: [...edges].map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn].sort() })),
  }
}

function component(name: string, locked: LockedPackage) {
  const { version = '', optional, license, integrity } = locked
  return {
    type: 'library',
    'bom-ref': refOf(name, locked),
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    scope: optional ? 'optional' : 'required',
    ...licences(license),
    ...hashes(integrity),
  }
}

/** An npm alias has its own name in the lock; otherwise the name is the end of the path. */
function nameOf(place: string, { name }: LockedPackage): string {
  return name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

const refOf = (name: string, { version }: LockedPackage) => `${name}@${version ?? ''}`

/** Finds a package like Node: in the folder of the dependent package, then in the folders above. */
function resolved(from: string, name: string, refs: ReadonlyMap<string, string>) {
  for (let place = from; ;) {
    const found = refs.get(`${place === '' ? '' : `${place}/`}node_modules/${name}`)
    if (found !== undefined || place === '') return found
    place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))
  }
}

// An SPDX expression, or any other text as the name of a licence.
function licences(text: string | undefined) {
  if (text === undefined) return {}
  const isExpression = /^[A-Za-z0-9.+-]+(?: (?:AND|OR|WITH) [A-Za-z0-9.+-]+)*$/.test(
    text.replace(/[()]/g, (bracket) => (/ (?:AND|OR|WITH) /.test(text) ? '' : bracket)),
  )
  return { licenses: [isExpression ? { expression: text } : { license: { name: text } }] }
}

function hashes(integrity: string | undefined) {
  const [, sha512] = /^sha512-([A-Za-z0-9+/=]+)$/.exec(integrity ?? '') ?? []
  if (sha512 === undefined) return {}
  return { hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }] }
}
