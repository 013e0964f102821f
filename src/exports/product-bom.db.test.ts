import { expect, it } from 'vitest'
import type { ProductDetail } from '#contract/resources/product.ts'
import { detect } from '#proof/detect.ts'
import { testStarters } from '#testing/service-parts.ts'
import { productBom } from './product-bom.ts'

const service = testStarters()

const products = async () => {
  const { list } = await service.catalog.current()
  const { listings } = list({ task: 'all', sort: 'newest', offset: 0, limit: 1000 })
  return listings.map((listing) => JSON.parse(listing.detail()) as ProductDetail)
}

it('detect gives the stack of every listing back from its file', async () => {
  const { tools, toolsBySlug } = await service.catalog.current()
  const all = await products()
  expect(all.length).toBeGreaterThan(200)
  for (const product of all) {
    const sbom = productBom(product, toolsBySlug, service.urls)
    const { tools: found, unknown, unreadable } = detect(tools, { sbom })
    const slugs = found.map(({ tool }) => tool.slug)
    expect(slugs.toSorted()).toEqual(product.tools.map(({ slug }) => slug).toSorted())
    expect({ unknown, unreadable }).toEqual({ unknown: [], unreadable: [] })
  }
})

it('a proved tool has the line that proves it', async () => {
  const { toolsBySlug } = await service.catalog.current()
  const product = (await products()).find(({ slug }) => slug === 'plandex')!
  const { components } = productBom(product, toolsBySlug, service.urls)
  const proof = product.proof!.tools.find(({ slug }) => slug === 'postgresql')!
  expect(components.find((component) => component['bom-ref'] === 'postgresql')).toMatchObject({
    purl: expect.stringMatching(/^pkg:/),
    evidence: { occurrences: [{ location: proof.source, line: proof.line }] },
  })
})

it('a tool has the version that is asked for, and whether that is supported', async () => {
  const { toolsBySlug } = await service.catalog.current()
  for (const product of await products())
    for (const { slug, requirement, support } of product.proof?.tools ?? []) {
      const { components } = productBom(product, toolsBySlug, service.urls)
      const { properties } = components.find((component) => component['bom-ref'] === slug)!
      const valueOf = (name: string) =>
        properties.find((property) => property.name === `proofstack:${name}`)?.value
      expect(valueOf('requirement.raw')).toBe(requirement?.raw)
      expect(valueOf('requirement.major')).toBe(requirement?.major?.toString())
      expect(valueOf('support.state')).toBe(support?.state)
      expect(valueOf('support.ends')).toBe(support?.ends ?? undefined)
    }
})

it('a file that names an unknown tool shows none', async () => {
  const { tools } = await service.catalog.current()
  const properties = [{ name: 'proofstack:tool', value: 'nobody-has-this' }]
  const sbom = { bomFormat: 'CycloneDX', components: [{ 'bom-ref': 'a', properties }] }
  expect(detect(tools, { sbom })).toMatchObject({
    tools: [],
    unknown: [{ name: 'tool:nobody-has-this' }],
  })
})
