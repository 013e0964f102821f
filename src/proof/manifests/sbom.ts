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

/** A value of JSON that is looked into; what is of another form has nothing in it. */
type Part = Readonly<Record<string, unknown>>

const partOf = (value: unknown): Part =>
  typeof value === 'object' && value !== null ? (value as Part) : {}
const partsOf = (value: unknown): Part[] => (Array.isArray(value) ? value.map(partOf) : [])
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

const keyOf = (purl: unknown): string | undefined =>
  typeof purl === 'string' ? packageKey(purl) : undefined

/** A component of a bill of materials as both formats have it. */
interface Component {
  ref: string
  /** Its package URL as the directory compares them. */
  key: string | undefined
  kind: DependencyKind | 'excluded'
}

interface Edge {
  from: string
  to: string
  kind?: DependencyKind
}

/**
 * Reads CycloneDX or SPDX JSON; undefined for what is neither. It runs in browsers, too, so it looks
 * into the parts without a schema: one that is of another form than the standard's counts as absent.
 */
export function readSbom(document: unknown): SbomRead | undefined {
  const bom = partOf(document)
  if (bom['bomFormat'] === 'CycloneDX') return fromCycloneDx(bom)
  return textOf(bom['spdxVersion'])?.startsWith('SPDX-2') ? fromSpdx(bom) : undefined
}

function fromCycloneDx(bom: Part): SbomRead {
  const scopes = { optional: 'optional', excluded: 'excluded' } as const
  const components = partsOf(bom['components']).map((component, place): Component => {
    const scope = textOf(component['scope']) ?? ''
    return {
      ref: textOf(component['bom-ref']) ?? `#${place}`,
      key: keyOf(component['purl']),
      kind: Object.hasOwn(scopes, scope) ? scopes[scope as keyof typeof scopes] : 'required',
    }
  })
  const edges = partsOf(bom['dependencies']).flatMap(({ ref, dependsOn }) =>
    textsOf(dependsOn).map((to) => ({ from: textOf(ref) ?? '', to })),
  )
  const root = textOf(partOf(partOf(bom['metadata'])['component'])['bom-ref'])
  return byGraph(components, edges, root === undefined ? [] : [root])
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

function fromSpdx(bom: Part): SbomRead {
  const components = partsOf(bom['packages']).map(({ SPDXID, externalRefs }): Component => {
    const purl = partsOf(externalRefs).find(({ referenceType }) => referenceType === 'purl')
    return {
      ref: textOf(SPDXID) ?? '',
      key: keyOf(purl?.['referenceLocator']),
      kind: 'required',
    }
  })
  const relationships = partsOf(bom['relationships']).map((each) => ({
    one: textOf(each['spdxElementId']) ?? '',
    type: textOf(each['relationshipType']) ?? '',
    other: textOf(each['relatedSpdxElement']) ?? '',
  }))
  const edges = relationships.flatMap(({ one, type, other }): Edge[] => {
    if (type === 'DEPENDS_ON') return [{ from: one, to: other }]
    const kind = Object.hasOwn(dependencyOf, type) ? dependencyOf[type] : undefined
    return kind ? [{ from: other, to: one, kind }] : []
  })
  const described = relationships.flatMap(({ type, other }) =>
    type === 'DESCRIBES' ? [other] : [],
  )
  return byGraph(components, edges, [...textsOf(bom['documentDescribes']), ...described])
}

/** More packages than anybody depends on directly without one of them depending on another. */
const flat = 20

function byGraph(
  components: readonly Component[],
  edges: readonly Edge[],
  roots: readonly string[],
): SbomRead {
  const byRef = new Map(components.map((component) => [component.ref, component]))
  const reached = new Set(roots)
  const direct = new Map<string, { package: string; kind: DependencyKind }>()
  let deeper = 0
  const outOf = Map.groupBy(edges, ({ from }) => from)
  // A part without a package URL, such as an application within, is the product's own.
  for (const ref of reached) {
    for (const { to, kind } of outOf.get(ref) ?? []) {
      const part = byRef.get(to)
      const key = part?.key
      if (key === undefined) reached.add(to)
      else if (part && part.kind !== 'excluded' && !reached.has(to))
        direct.set(key, { package: key, kind: kind ?? part.kind })
    }
  }
  for (const { from } of edges) if (!reached.has(from)) deeper++
  const isFlat = deeper === 0 && direct.size > flat
  if (direct.size > 0 && !isFlat) return { direct: [...direct.values()], ungraphed: [] }
  const all = components.flatMap(({ ref, key, kind }) =>
    key === undefined || reached.has(ref) || kind === 'excluded' ? [] : [key],
  )
  return { direct: [], ungraphed: [...new Set(all)] }
}
