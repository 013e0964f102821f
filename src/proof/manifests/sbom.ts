import { packageKey } from '#core/package-url.ts'
import type { DependencyKind } from './finding.ts'

/** The packages of a software bill of materials (SBOM). */
export interface SbomRead {
  /** The direct dependencies of the product, by the dependency graph. */
  direct: { package: string; kind: DependencyKind }[]
  /**
   * All packages of an SBOM without a usable graph: direct and indirect dependencies cannot be told
   * apart.
   */
  ungraphed: string[]
}

/** A JSON object. Values of any other type are read as an empty object. */
type Part = Readonly<Record<string, unknown>>

const partOf = (value: unknown): Part =>
  typeof value === 'object' && value !== null ? (value as Part) : {}
const partsOf = (value: unknown): Part[] => (Array.isArray(value) ? value.map(partOf) : [])
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

const keyOf = (purl: unknown) => (typeof purl === 'string' ? packageKey(purl) : undefined)

/**
 * The key of a tool, such as `tool:postgresql`, in an SBOM that this directory exported. See
 * exports/product-bom.ts.
 */
function toolKey(properties: unknown): string | undefined {
  const named = partsOf(properties).find(({ name }) => name === 'proofstack:tool')
  const slug = textOf(named?.['value'])
  return slug === undefined ? undefined : `tool:${slug}`
}

/** A component of CycloneDX, or a package of SPDX. */
interface Component {
  ref: string
  /** The normalised package URL, for comparisons. */
  key: string | undefined
  kind: DependencyKind | 'excluded'
}

interface Edge {
  from: string
  to: string
  kind?: DependencyKind
}

/**
 * Reads a CycloneDX or SPDX 2 document in JSON; undefined for other documents. It uses no schema
 * library, because it also runs in browsers: invalid values are read as missing.
 */
export function readSbom(document: unknown): SbomRead | undefined {
  const bom = partOf(document)
  if (bom['bomFormat'] === 'CycloneDX') return fromCycloneDx(bom)
  return textOf(bom['spdxVersion'])?.startsWith('SPDX-2') ? fromSpdx(bom) : undefined
}

function fromCycloneDx(bom: Part): SbomRead {
  const components = partsOf(bom['components']).map(({ scope, ...component }, place): Component => {
    return {
      ref: textOf(component['bom-ref']) ?? `#${place}`,
      key: toolKey(component['properties']) ?? keyOf(component['purl']),
      kind: scope === 'optional' || scope === 'excluded' ? scope : 'required',
    }
  })
  const edges = partsOf(bom['dependencies']).flatMap(({ ref, dependsOn }) =>
    textsOf(dependsOn).map((to) => ({ from: textOf(ref) ?? '', to })),
  )
  const root = textOf(partOf(partOf(bom['metadata'])['component'])['bom-ref'])
  return byGraph(components, edges, root === undefined ? [] : [root])
}

const dependencyOf = new Map<string, DependencyKind>([
  ['DEPENDENCY_OF', 'required'],
  ['RUNTIME_DEPENDENCY_OF', 'required'],
  ['DEV_DEPENDENCY_OF', 'dev'],
  ['TEST_DEPENDENCY_OF', 'dev'],
  ['BUILD_DEPENDENCY_OF', 'build'],
  ['OPTIONAL_DEPENDENCY_OF', 'optional'],
  ['PROVIDED_DEPENDENCY_OF', 'optional'],
])

function fromSpdx(bom: Part): SbomRead {
  const components = partsOf(bom['packages']).map(({ SPDXID, externalRefs }): Component => {
    const purl = partsOf(externalRefs).find(({ referenceType }) => referenceType === 'purl')
    return { ref: textOf(SPDXID) ?? '', key: keyOf(purl?.['referenceLocator']), kind: 'required' }
  })
  const relationships = partsOf(bom['relationships']).map((each) => ({
    one: textOf(each['spdxElementId']) ?? '',
    type: textOf(each['relationshipType']) ?? '',
    other: textOf(each['relatedSpdxElement']) ?? '',
  }))
  const edges = relationships.flatMap(({ one, type, other }): Edge[] => {
    if (type === 'DEPENDS_ON') return [{ from: one, to: other }]
    const kind = dependencyOf.get(type)
    return kind ? [{ from: other, to: one, kind }] : []
  })
  const described = relationships.flatMap(({ type, other }) =>
    type === 'DESCRIBES' ? [other] : [],
  )
  return byGraph(components, edges, [...textsOf(bom['documentDescribes']), ...described])
}

/**
 * More direct dependencies than this and no indirect one: the graph is only a flat list of
 * packages.
 */
const flat = 20

function byGraph(
  components: readonly Component[],
  edges: readonly Edge[],
  roots: readonly string[],
): SbomRead {
  const byRef = new Map(components.map((component) => [component.ref, component]))
  const reached = new Set(roots)
  const direct = new Map<string, { package: string; kind: DependencyKind }>()
  // Without `Map.groupBy`: the command line also runs on Node 20, which does not have it.
  const outOf = new Map<string, Edge[]>(edges.map(({ from }) => [from, []]))
  for (const edge of edges) outOf.get(edge.from)!.push(edge)
  // Follows components without a package URL, such as an application: they are parts of the
  // product, so their dependencies are direct ones.
  for (const ref of reached) {
    for (const { to, kind } of outOf.get(ref) ?? []) {
      const part = byRef.get(to)
      const key = part?.key
      if (key === undefined) reached.add(to)
      else if (part && part.kind !== 'excluded' && !reached.has(to))
        direct.set(key, { package: key, kind: kind ?? part.kind })
    }
  }
  // A stack that this directory exported is a list of tools, not of packages.
  const packages = [...direct.keys()].filter((key) => !key.startsWith('tool:'))
  const isFlat = packages.length > flat && edges.every(({ from }) => reached.has(from))
  if (direct.size > 0 && !isFlat) return { direct: [...direct.values()], ungraphed: [] }
  const all = components.flatMap(({ ref, key, kind }) =>
    key === undefined || reached.has(ref) || kind === 'excluded' ? [] : [key],
  )
  return { direct: [], ungraphed: [...new Set(all)] }
}
