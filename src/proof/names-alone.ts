import type { UnknownName } from './detect.ts'
import { proofLevel } from './level.ts'
import type { DependencyKind } from './manifests/finding.ts'
import type { ManifestRead } from './manifests/manifest-kind.ts'
import type { SbomRead } from './manifests/sbom.ts'

/** A file of a visitor's project that the browser has parsed. */
export type FileRead = { path: string } & ({ manifest: ManifestRead } | { sbom: SbomRead })

/** A line of the project that has a package name or a filename. */
interface Place {
  source: string
  path: string
  kind: DependencyKind
}

/** The names in a project: packages and filenames, without folders, versions and other text. */
export interface NamesAlone {
  /** The body of POST /detect. Nothing else leaves the browser. */
  body: { purls?: string[]; manifests?: { path: string; content: string }[] }
  /** The lines where each name occurs. They stay in the browser. */
  places: ReadonlyMap<string, readonly Place[]>
  /** Names that cannot show a tool, such as lock files and broken ones. They are not sent. */
  unknown: UnknownName[]
}

/** Extracts the names of packages and manifests from parsed files. */
export function namesAlone(files: readonly FileRead[]): NamesAlone {
  const places = new Map<string, Place[]>()
  const purls = new Set<string>()
  const facts = new Map<string, string[]>()
  const unknown = new Map<string, Omit<UnknownName, 'name'>>()
  const note = (name: string, place: Place) => {
    if (!places.has(name)) places.set(name, [])
    places.get(name)!.push(place)
    if (name.startsWith('pkg:')) purls.add(name)
  }
  for (const { path, ...read } of files) {
    if ('sbom' in read) {
      for (const { package: name, kind } of read.sbom.direct)
        note(name, { source: path, path: '', kind })
      for (const name of read.sbom.ungraphed) unknown.set(name, { reason: 'no_graph' })
      for (const name of read.sbom.unnamed) unknown.set(name, { reason: 'no_package_url' })
      continue
    }
    const { marker, ...outcome } = read.manifest
    if (outcome.kind === 'lock') unknown.set(path, { reason: 'lock_file' })
    if (outcome.kind === 'broken') unknown.set(path, { reason: 'broken', detail: outcome.reason })
    if (outcome.kind !== 'read' && outcome.kind !== 'no_manifest') continue
    note(marker, { source: `${path}:1`, path, kind: 'marker' })
    facts.set(marker, facts.get(marker) ?? [])
    if (outcome.kind !== 'read') continue
    for (const { line, unresolved } of outcome.unresolved)
      unknown.set(`${path}:${line}`, { reason: unresolved })
    for (const { package: named, line, kind } of outcome.findings) {
      // Indirect dependencies do not prove that a product uses a tool.
      if (kind === 'transitive') continue
      const name = named.replace(/^file:/, '')
      note(name, { source: `${path}:${line}`, path, kind })
      if (kind === 'marker') facts.get(marker)!.push(name.slice(marker.length + 1))
    }
  }
  const manifests = [...facts].map(([path, named]) => ({ path, content: restated(path, named) }))
  const body = {
    ...(purls.size > 0 ? { purls: [...purls] } : {}),
    ...(manifests.length > 0 ? { manifests } : {}),
  }
  return {
    body,
    places,
    unknown: Array.from(unknown, ([name, why]) => ({ name, ...why })),
  }
}

/** A minimal manifest with only the facts that readers find in the original, to send instead. */
function restated(marker: string, facts: readonly string[]): string {
  const after = (start: string) =>
    facts.flatMap((fact) => (fact.startsWith(start) ? [fact.slice(start.length)] : []))
  if (marker === 'schema.prisma')
    return after('provider=')
      .map((name) => `datasource db {\n  provider = "${name}"\n}\n`)
      .join('')
  if (!marker.endsWith('.json')) return ''
  const engines = after('engines.').map((name) => [name, ''])
  const [manager] = after('packageManager=')
  const [host] = after('$schema=')
  return JSON.stringify({
    ...(engines.length > 0 ? { engines: Object.fromEntries(engines) as object } : {}),
    ...(manager === undefined ? {} : { packageManager: manager }),
    ...(host === undefined ? {} : { $schema: `https://${host}` }),
  })
}

/**
 * Adds the lines in the project to the tools that the API found. The API does not get the kinds of
 * dependencies, so tools that only development dependencies show are removed here.
 */
export function withPlaces<
  T extends { category: string; evidence: readonly { package: string }[] },
>(tools: readonly T[], { places }: NamesAlone): T[] {
  return tools.flatMap((tool) => {
    const names = [...new Set(tool.evidence.map(({ package: name }) => name))]
    const evidence = names.flatMap((name) =>
      (places.get(name) ?? [])
        .filter(({ kind, path }) => proofLevel(kind, path, tool) !== undefined)
        .map(({ source }) => ({ package: name, source })),
    )
    return evidence.length > 0 ? [{ ...tool, evidence }] : []
  })
}
