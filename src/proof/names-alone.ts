import { proofLevel } from './level.ts'
import type { DependencyKind } from './manifests/finding.ts'
import type { ManifestRead } from './manifests/manifest-kind.ts'
import type { SbomRead } from './manifests/sbom.ts'

/** A file of somebody's project as it was read where it lies. */
export type FileRead = { path: string } & ({ manifest: ManifestRead } | { sbom: SbomRead })

/** Where a package or a file is named, and how. */
interface Place {
  source: string
  path: string
  kind: DependencyKind
}

/**
 * What of a project leaves the browser, as a body of POST /detect: the names of packages and of
 * files. No folder, no version, no line of text.
 */
export interface NamesAlone {
  body: { purls?: string[]; manifests?: { path: string; content: string }[] }
  /** What each name stands for, which stays here. */
  places: ReadonlyMap<string, readonly Place[]>
  /** What counts for nothing, and so is not sent. */
  unknown: string[]
  unreadable: { path: string; reason: string }[]
}

/** Takes the names out of files that were read. */
export function namesAlone(files: readonly FileRead[]): NamesAlone {
  const places = new Map<string, Place[]>()
  const purls = new Set<string>()
  const facts = new Map<string, string[]>()
  const unknown = new Set<string>()
  const unreadable: NamesAlone['unreadable'] = []
  const note = (name: string, place: Place) => {
    const known = places.get(name)
    if (known) known.push(place)
    else places.set(name, [place])
    if (name.startsWith('pkg:')) purls.add(name)
  }
  for (const { path, ...read } of files) {
    if ('sbom' in read) {
      for (const { package: name, kind } of read.sbom.direct)
        note(name, { source: path, path: '', kind })
      for (const name of read.sbom.ungraphed) unknown.add(name)
      continue
    }
    const { marker, ...outcome } = read.manifest
    if (outcome.kind === 'lock') unknown.add(path)
    if (outcome.kind === 'broken') unreadable.push({ path, reason: outcome.reason })
    if (outcome.kind !== 'read' && outcome.kind !== 'no_manifest') continue
    note(marker, { source: `${path}:1`, path, kind: 'marker' })
    facts.set(marker, facts.get(marker) ?? [])
    for (const { package: named, line, kind } of outcome.kind === 'read' ? outcome.findings : []) {
      // What is named for others is nobody's question.
      if (kind === 'transitive') continue
      const name = named.replace(/^file:/, '')
      note(name, { source: `${path}:${line}`, path, kind })
      if (kind === 'marker') facts.get(marker)!.push(name.slice(marker.length + 1))
    }
  }
  const manifests = [...facts].map(([path, said]) => ({ path, content: restated(path, said) }))
  const body = {
    ...(purls.size > 0 ? { purls: [...purls] } : {}),
    ...(manifests.length > 0 ? { manifests } : {}),
  }
  return { body, places, unknown: [...unknown], unreadable }
}

// The shortest text in which the readers find the same facts again.
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
 * The tools of an answer with the places that were kept back. Only here is known how each package is
 * named, so a tool that developers alone install is left out here, as it is where a whole file is read.
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
