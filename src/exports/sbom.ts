/** The fields of an entry in package-lock.json that a bill of materials needs. */
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

/** The bill of materials of this service, a file under /data. */
export const sbomFile = {
  name: 'sbom.json',
  description: 'The packages that this service is made of, as CycloneDX. It holds no products.',
  media_type: 'application/json',
} as const

/**
 * The production packages of package-lock.json as CycloneDX 1.6. Unlike the output of `npm sbom` it
 * has no serial number and no time: the same lock file makes the same bytes.
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

/**
 * The name of a package by its path in the lock file. Only an npm alias has a `name` there, which
 * differs from the end of the path.
 */
function nameOf(place: string, { name }: LockedPackage): string {
  return name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

const refOf = (name: string, { version }: LockedPackage) => `${name}@${version ?? ''}`

/**
 * Finds a dependency like Node does: in `node_modules` of the dependent package, then in those of
 * the folders above.
 */
function resolved(from: string, name: string, refs: ReadonlyMap<string, string>) {
  for (let place = from; ;) {
    const found = refs.get(`${place === '' ? '' : `${place}/`}node_modules/${name}`)
    if (found !== undefined || place === '') return found
    place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))
  }
}

// The licence as an SPDX expression. A text that is no valid expression becomes the name of a
// licence.
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
