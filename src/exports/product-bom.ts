import type { ProductDetail } from '#contract/resources/product.ts'
import type { Addresses } from '#core/addresses.ts'
import type { ToolPackages } from '#core/tool-packages.ts'

type NamedTool = { slug: string } & Pick<ToolPackages, 'packages' | 'client_packages' | 'images'>

// A field of the proof as properties: `proofstack:support.state` and so on, without what is null.
function propertiesOf(field: string, value: object | null | undefined) {
  return Object.entries(value ?? {}).flatMap(([name, part]: [string, unknown]) =>
    part === null ? [] : [{ name: `proofstack:${field}.${name}`, value: String(part) }],
  )
}

/**
 * The stack of a listing as CycloneDX 1.6. Source lines that prove a tool are in its
 * `evidence.occurrences`. There is no serial number and no time: the same listing makes the same
 * bytes.
 */
export function productBom(
  product: ProductDetail,
  tools: ReadonlyMap<string, NamedTool>,
  to: Addresses,
) {
  const { slug, name, proof } = product
  const proofs = new Map(proof?.tools.map((tool) => [tool.slug, tool]))
  const components = product.tools.map((tool) => {
    const { packages = [], client_packages: clients = [], images = [] } = tools.get(tool.slug) ?? {}
    const [purl] = [...packages, ...clients, ...images]
    const { source, line, state, since, requirement, support } = proofs.get(tool.slug) ?? {}
    return {
      type: 'application',
      'bom-ref': tool.slug,
      name: tool.name,
      ...(purl && { purl }),
      ...(state === 'proved' &&
        source && {
          evidence: { occurrences: [{ location: source, ...(line !== null && { line }) }] },
        }),
      properties: [
        // Some tools have no package URL.
        { name: 'proofstack:tool', value: tool.slug },
        ...(state ? [{ name: 'proofstack:proof', value: state }] : []),
        ...(since ? [{ name: 'proofstack:since', value: since }] : []),
        ...propertiesOf('requirement', requirement),
        ...propertiesOf('support', support),
      ],
    }
  })
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `product:${slug}`,
        name,
        description: product.description,
        ...(proof?.licence && { licenses: [{ license: { name: proof.licence } }] }),
        externalReferences: [
          { type: 'website', url: product.url },
          { type: 'documentation', url: to.listing(slug) },
          ...(proof ? [{ type: 'vcs', url: proof.repository }] : []),
        ],
      },
    },
    components,
    dependencies: [
      { ref: `product:${slug}`, dependsOn: components.map((component) => component['bom-ref']) },
    ],
  }
}
