import type { DomainName } from '#core/domain-name.ts'
import type { ProductRecord } from '#core/present.ts'
import type { Snapshot } from './snapshot.ts'
import { createTextIndex } from './text-index.ts'

/** The snapshot with what is needed to find things in it. No database. */
export function createCatalog(snapshot: Snapshot) {
  const toolsById = new Map(snapshot.tools.map((tool) => [tool.id, tool]))
  const productsBySlug = new Map(snapshot.products.map((product) => [product.slug, product]))
  const productsByDomain = new Map(snapshot.products.map((product) => [product.domain, product]))
  let texts: ReturnType<typeof createTextIndex> | undefined
  return {
    ...snapshot,
    toolsById,
    findProduct: (slug: string) => productsBySlug.get(slug),
    /** Spec, GET /lookup: the exact domain, else the nearest parent that is listed. */
    findByDomain: ({ candidates }: Extract<DomainName, { ok: true }>) => {
      const index = candidates.findIndex((domain) => productsByDomain.has(domain))
      if (index < 0) return undefined
      const product = productsByDomain.get(candidates[index]!)!
      return { product, match: index === 0 ? ('exact' as const) : ('parent_domain' as const) }
    },
    /** The snapshot as something to search in, made when it is first needed. */
    texts: () => (texts ??= createTextIndex(snapshot)),
    /** The listings that are built with a tool, in the snapshot's order. */
    productsWith: (toolId: string): ProductRecord[] =>
      snapshot.products.filter(({ tool_ids }) => tool_ids.includes(toolId)),
  }
}
