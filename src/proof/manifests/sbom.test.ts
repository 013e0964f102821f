import { describe, expect, it } from 'vitest'
import { readSbom } from './sbom.ts'

const component = (name: string, more: object = {}) => ({
  type: 'library',
  'bom-ref': name,
  purl: `pkg:npm/${name}@1.0.0`,
  ...more,
})

describe('CycloneDX', () => {
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { type: 'application', 'bom-ref': 'me', name: 'me' } },
    components: [
      component('next'),
      component('react'),
      component('pg', { scope: 'optional' }),
      component('vitest', { scope: 'excluded' }),
      { type: 'application', 'bom-ref': 'web', name: 'web' },
    ],
  }

  it('gives the direct dependencies of the product by the graph, without indirect ones', () => {
    const dependencies = [
      { ref: 'me', dependsOn: ['web', 'pg', 'vitest'] },
      { ref: 'web', dependsOn: ['next'] },
      { ref: 'next', dependsOn: ['react'] },
    ]
    expect(readSbom({ ...bom, dependencies })).toEqual({
      direct: [
        { package: 'pkg:npm/pg', kind: 'optional' },
        { package: 'pkg:npm/next', kind: 'required' },
      ],
      ungraphed: [],
      unnamed: [],
    })
  })

  it('without a graph gives all packages as ungraphed, and reads a cycle once', () => {
    const all = ['pkg:npm/next', 'pkg:npm/react', 'pkg:npm/pg']
    expect(readSbom(bom)).toEqual({ direct: [], ungraphed: all, unnamed: [] })
    const dependencies = [{ ref: 'web', dependsOn: ['web'] }]
    expect(readSbom({ ...bom, dependencies })).toEqual({ direct: [], ungraphed: all, unnamed: [] })
  })

  it('reads components inside others, and those inside the product as its parts', () => {
    const inner = component('left', { components: [component('pg')] })
    const product = { 'bom-ref': 'me', components: [component('web')] }
    const dependencies = [
      { ref: 'me', dependsOn: ['web', 'left', 'pg', 'plain', 'web.lock'] },
      { ref: 'web', dependsOn: ['next'] },
    ]
    const nameless = [
      { 'bom-ref': 'plain', name: 'plain' },
      { 'bom-ref': 'web.lock', type: 'application', name: 'web.lock' },
    ]
    const components = [inner, component('next'), ...nameless]
    const nested = { ...bom, metadata: { component: product }, components, dependencies }
    expect(readSbom(nested)).toEqual({
      direct: ['left', 'pg', 'next'].map((name) => ({
        package: `pkg:npm/${name}`,
        kind: 'required',
      })),
      ungraphed: [],
      unnamed: ['plain'],
    })
  })

  it('treats a flat list of many packages as no graph', () => {
    const names = Array.from({ length: 30 }, (_, index) => `p${index}`)
    const flat = {
      ...bom,
      components: names.map((name) => component(name)),
      dependencies: [{ ref: 'me', dependsOn: names }],
    }
    expect(readSbom(flat)).toMatchObject({ direct: [], ungraphed: { length: 30 } })
  })
})

describe('SPDX', () => {
  const part = (name: string) => ({
    SPDXID: `SPDXRef-${name}`,
    name,
    externalRefs: [{ referenceType: 'purl', referenceLocator: `pkg:pypi/${name}@1` }],
  })
  const says = (spdxElementId: string, relationshipType: string, relatedSpdxElement: string) => ({
    spdxElementId: `SPDXRef-${spdxElementId}`,
    relationshipType,
    relatedSpdxElement: `SPDXRef-${relatedSpdxElement}`,
  })
  const bom = { spdxVersion: 'SPDX-2.3', packages: ['me', 'fastapi', 'mlflow', 'numpy'].map(part) }

  it('reads relationships in both directions', () => {
    const relationships = [
      says('DOCUMENT', 'DESCRIBES', 'me'),
      says('me', 'DEPENDS_ON', 'fastapi'),
      says('mlflow', 'DEV_DEPENDENCY_OF', 'me'),
      says('fastapi', 'DEPENDS_ON', 'numpy'),
    ]
    expect(readSbom({ ...bom, relationships })).toEqual({
      direct: [
        { package: 'pkg:pypi/fastapi', kind: 'required' },
        { package: 'pkg:pypi/mlflow', kind: 'dev' },
      ],
      ungraphed: [],
      unnamed: [],
    })
  })

  it('reads a type that is an address, and the document that the API of GitHub wraps', () => {
    const referenceType = 'http://spdx.org/rdf/references/purl'
    const packages = bom.packages.map((each) => ({
      ...each,
      externalRefs: each.externalRefs.map((one) => ({ ...one, referenceType })),
    }))
    expect(readSbom({ sbom: { ...bom, packages } })).toMatchObject({ ungraphed: { length: 4 } })
  })

  it('without relationships gives all packages as ungraphed', () => {
    expect(readSbom(bom)).toMatchObject({ direct: [], ungraphed: { length: 4 } })
  })
})

it.each([null, {}, [], 'text', { bomFormat: 'Other' }, { spdxVersion: 'SPDX-3.0' }])(
  '%j is no bill of materials that is read',
  (document) => expect(readSbom(document)).toBeUndefined(),
)
