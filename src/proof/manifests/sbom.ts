import { z } from 'zod'
import { packageKey } from '#core/package-url.ts'
import type { DependencyKind } from './finding.ts'

/** What a bill of materials says. */
export interface SbomRead {
  /** What the product itself depends on, by the graph. */
  direct: { package: string; kind: DependencyKind }[]
  /**
   * All of its packages where it has no graph: nobody can tell what the product depends on from what
   * that brings along.
   */
  ungraphed: string[]
}

const CycloneDx = z.object({
  bomFormat: z.literal('CycloneDX'),
  metadata: z
    .object({ component: z.object({ 'bom-ref': z.string().optional() }).optional() })
    .optional(),
  components: z
    .array(
      z.object({
        'bom-ref': z.string().optional(),
        type: z.string().optional(),
        purl: z.string().optional(),
        scope: z.string().optional(),
      }),
    )
    .default([]),
  dependencies: z
    .array(z.object({ ref: z.string(), dependsOn: z.array(z.string()).default([]) }))
    .default([]),
})

const Spdx = z.object({
  spdxVersion: z.string().startsWith('SPDX-2'),
  documentDescribes: z.array(z.string()).default([]),
  packages: z
    .array(
      z.object({
        SPDXID: z.string(),
        externalRefs: z
          .array(z.object({ referenceType: z.string(), referenceLocator: z.string() }))
          .default([]),
      }),
    )
    .default([]),
  relationships: z
    .array(
      z.object({
        spdxElementId: z.string(),
        relationshipType: z.string(),
        relatedSpdxElement: z.string(),
      }),
    )
    .default([]),
})

/** A part of a bill of materials as both formats have it. */
interface Part {
  ref: string
  purl: string | undefined
  kind: DependencyKind | 'excluded'
}

interface Edge {
  from: string
  to: string
  kind?: DependencyKind
}

/** Reads CycloneDX or SPDX JSON; undefined for what is neither. */
export function readSbom(document: unknown): SbomRead | undefined {
  const cycloneDx = CycloneDx.safeParse(document)
  if (cycloneDx.success) return fromCycloneDx(cycloneDx.data)
  const spdx = Spdx.safeParse(document)
  return spdx.success ? fromSpdx(spdx.data) : undefined
}

function fromCycloneDx(bom: z.output<typeof CycloneDx>): SbomRead {
  const scopes = { optional: 'optional', excluded: 'excluded' } as const
  const parts = bom.components.map((component, place): Part => {
    const { 'bom-ref': ref = `#${place}`, purl, scope = '' } = component
    return { ref, purl, kind: scope in scopes ? scopes[scope as keyof typeof scopes] : 'required' }
  })
  const edges = bom.dependencies.flatMap(({ ref, dependsOn }) =>
    dependsOn.map((to) => ({ from: ref, to })),
  )
  const root = bom.metadata?.component?.['bom-ref']
  return byGraph(parts, edges, root === undefined ? [] : [root])
}

const dependencyOf: Readonly<Record<string, DependencyKind>> = {
  DEPENDENCY_OF: 'required',
  RUNTIME_DEPENDENCY_OF: 'required',
  DEV_DEPENDENCY_OF: 'dev',
  TEST_DEPENDENCY_OF: 'dev',
  BUILD_DEPENDENCY_OF: 'build',
  OPTIONAL_DEPENDENCY_OF: 'optional',
  PROVIDED_DEPENDENCY_OF: 'optional',
}

function fromSpdx(bom: z.output<typeof Spdx>): SbomRead {
  const parts = bom.packages.map(({ SPDXID, externalRefs }): Part => {
    const purl = externalRefs.find(({ referenceType }) => referenceType === 'purl')
    return { ref: SPDXID, purl: purl?.referenceLocator, kind: 'required' }
  })
  const edges = bom.relationships.flatMap((each): Edge[] => {
    const { spdxElementId: one, relationshipType: type, relatedSpdxElement: other } = each
    if (type === 'DEPENDS_ON') return [{ from: one, to: other }]
    const kind = dependencyOf[type]
    return kind ? [{ from: other, to: one, kind }] : []
  })
  const described = bom.relationships.flatMap((each) =>
    each.relationshipType === 'DESCRIBES' ? [each.relatedSpdxElement] : [],
  )
  return byGraph(parts, edges, [...bom.documentDescribes, ...described])
}

/** More packages than anybody depends on directly without one of them depending on another. */
const flat = 20

function byGraph(
  parts: readonly Part[],
  edges: readonly Edge[],
  roots: readonly string[],
): SbomRead {
  const byRef = new Map(parts.map((part) => [part.ref, part]))
  const reached = new Set(roots)
  const direct = new Map<string, { package: string; kind: DependencyKind }>()
  let deeper = 0
  const outOf = Map.groupBy(edges, ({ from }) => from)
  // A part without a package URL, such as an application within, is the product's own.
  for (const ref of reached) {
    for (const { to, kind } of outOf.get(ref) ?? []) {
      const part = byRef.get(to)
      const key = part?.purl === undefined ? undefined : packageKey(part.purl)
      if (key === undefined) reached.add(to)
      else if (part && part.kind !== 'excluded' && !reached.has(to))
        direct.set(key, { package: key, kind: kind ?? part.kind })
    }
  }
  for (const { from } of edges) if (!reached.has(from)) deeper++
  const isFlat = deeper === 0 && direct.size > flat
  if (direct.size > 0 && !isFlat) return { direct: [...direct.values()], ungraphed: [] }
  const all = parts.flatMap(({ ref, purl, kind }) => {
    const key = purl === undefined || reached.has(ref) ? undefined : packageKey(purl)
    return key === undefined || kind === 'excluded' ? [] : [key]
  })
  return { direct: [], ungraphed: [...new Set(all)] }
}
