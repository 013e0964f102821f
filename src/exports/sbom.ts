import { z } from 'zod'

/** The bill of materials of this service, a file under /data. */
export const sbomFile = {
  name: 'sbom.json',
  description: 'The packages that this service is made of, as CycloneDX. It holds no products.',
  media_type: 'application/json',
} as const

/** What is read of the output of `npm sbom`; everything else is passed on. */
const Printed = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ 'bom-ref': z.string() }) }),
  components: z.array(z.looseObject({ 'bom-ref': z.string() })),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
})

/**
 * The bill of materials of `npm sbom --package-lock-only`, with the packages alone that the
 * dependencies named in package.json lead to: npm itself leaves out those that development tools
 * need, too. Without serial number, time and version of npm: the same lock file makes the same bytes.
 */
export function sbomOf(
  printed: unknown,
  { name, dependencies }: { name: string; dependencies: Record<string, string> },
) {
  const { metadata, components, dependencies: edges, ...bom } = Printed.parse(printed)
  delete bom['serialNumber']
  const needs = new Map(edges.map(({ ref, dependsOn }) => [ref, dependsOn]))
  const root = metadata.component['bom-ref']
  const direct = (needs.get(root) ?? []).filter(
    (ref) => ref.slice(0, ref.lastIndexOf('@')) in dependencies,
  )
  // A set also hands out what is added while it is read.
  const inUse = new Set(direct)
  for (const ref of inUse) for (const needed of needs.get(ref) ?? []) inUse.add(needed)
  return {
    ...bom,
    metadata: { component: { ...metadata.component, name } },
    // The only property says that development needs the package, too.
    components: components
      .filter((component) => inUse.has(component['bom-ref']))
      .map((component) => ({ ...component, properties: [] })),
    dependencies: [{ ref: root, dependsOn: direct }, ...edges.filter(({ ref }) => inUse.has(ref))],
  }
}
