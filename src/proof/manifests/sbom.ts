import { packageKey } from '#core/package-url.ts'
import type { DependencyKind } from './finding.ts'
import { type Table, stringsOf, tableOf, tablesOf } from './tables.ts'

/** The packages of a software bill of materials (SBOM). */
export interface SbomRead {
  /** The direct dependencies of the product, by the dependency graph. */
  direct: { package: string; kind: DependencyKind }[]
  /** All packages, if no usable graph tells direct dependencies from indirect ones. */
  ungraphed: string[]
  /** The names of components that have no package URL, and are no part of the product. */
  unnamed: string[]
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

const keyOf = (purl: unknown) => (typeof purl === 'string' ? packageKey(purl) : undefined)

/** The key of a tool, such as `tool:postgresql`, in an SBOM of exports/product-bom.ts. */
function toolKey(properties: unknown): string | undefined {
  const named = tablesOf(properties).find(({ name }) => name === 'proofstack:tool')
  const slug = textOf(named?.['value'])
  return slug === undefined ? undefined : `tool:${slug}`
}

/** A component of CycloneDX, or a package of SPDX. */
interface Component {
  ref: string
  /** The normalised package URL, for comparisons. */
  key: string | undefined
  /** The name if it is a library. */
  name: string | undefined
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
  const file = tableOf(document)
  // The API of GitHub wraps its document.
  const bom = tableOf(file['sbom'] ?? file)
  if (bom['bomFormat'] === 'CycloneDX') return fromCycloneDx(bom)
  return textOf(bom['spdxVersion'])?.startsWith('SPDX-2') ? fromSpdx(bom) : undefined
}

function fromCycloneDx(bom: Table): SbomRead {
  const product = tableOf(tableOf(bom['metadata'])['component'])
  const components = withInner(bom).map(({ scope, ...component }, place): Component => {
    const isLibrary = /^(?:library|framework)$/.test(textOf(component['type']) ?? 'library')
    return {
      ref: textOf(component['bom-ref']) ?? `#${place}`,
      key: toolKey(component['properties']) ?? keyOf(component['purl']),
      name: isLibrary ? textOf(component['name']) : undefined,
      kind: scope === 'optional' || scope === 'excluded' ? scope : 'required',
    }
  })
  const edges = tablesOf(bom['dependencies']).flatMap(({ ref, dependsOn }) =>
    stringsOf(dependsOn).map((to) => ({ from: textOf(ref) ?? '', to })),
  )
  // The members of a workspace are components of the product.
  const roots = [product, ...withInner(product)].flatMap((part) => textOf(part['bom-ref']) ?? [])
  return byGraph(components, edges, roots)
}

/** The components of a part, with those inside them. */
function withInner(part: Table): Table[] {
  const all = tablesOf(part['components'])
  // The list grows while it is walked.
  for (const component of all)
    for (const inner of tablesOf(component['components'])) all.push(inner)
  return all
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

function fromSpdx(bom: Table): SbomRead {
  const components = tablesOf(bom['packages']).map((part): Component => {
    // The type may be an address: `http://spdx.org/rdf/references/purl`.
    const isPurl = ({ referenceType }: Table) => /(?:^|\/)purl$/.test(textOf(referenceType) ?? '')
    const key = keyOf(tablesOf(part['externalRefs']).find(isPurl)?.['referenceLocator'])
    const isLibrary = /^LIBRARY$|^FRAMEWORK$/.test(
      textOf(part['primaryPackagePurpose']) ?? 'LIBRARY',
    )
    const name = isLibrary ? textOf(part['name']) : undefined
    return { ref: textOf(part['SPDXID']) ?? '', key, name, kind: 'required' }
  })
  const relationships = tablesOf(bom['relationships']).map((each) => ({
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
  return byGraph(components, edges, [...stringsOf(bom['documentDescribes']), ...described])
}

/** More direct dependencies than this and no indirect one: the graph is only a flat list. */
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
  const isGraph = direct.size > 0 && !isFlat
  // A part of the product depends on others, or is the product.
  const parts = new Set([...roots, ...outOf.keys()])
  const unnamed = components.flatMap(({ ref, key, name = [], kind }) => {
    const isCounted = reached.has(ref) || !isGraph
    return key === undefined && kind !== 'excluded' && isCounted && !parts.has(ref) ? name : []
  })
  if (isGraph) return { direct: [...direct.values()], ungraphed: [], unnamed }
  const all = components.flatMap(({ ref, key, kind }) =>
    key === undefined || reached.has(ref) || kind === 'excluded' ? [] : [key],
  )
  return { direct: [], ungraphed: [...new Set(all)], unnamed }
}
