import type { Named } from './stack.ts'

/** All names that search fields suggest, grouped by kind. */
export interface NamesIndex {
  groups: {
    kind: string
    /** The URL prefix of all names in the group. */
    at: string
    /** How the addresses of their pictures begin, if they have any. */
    mark?: string
    names: (readonly [address: string, name: string, text?: string])[]
  }[]
  /** The URL that searches products; null if this index contains all product names. */
  productSearch: string | null
}

/**
 * With more listings than this, a field searches products on the server: that is cheaper than
 * loading an index, which takes 25 kB for 2,000 names.
 */
export const mostListingsNamed = 1000

/** Makes the index of names. `products` is only called up to `mostListingsNamed` listings. */
export function namesIndex(
  of: {
    total: number
    products: () => Iterable<Named>
    /** Products that were shut down, which lists leave out. */
    ended: readonly (Named & { successor: string | null })[]
    tools: readonly (Named & { product_count: number })[]
    pages: readonly { href: string; name: string }[]
    docs: readonly { href: string; name: string; text: string }[]
  },
  to: { product: string; tool: string; icon: string; productSearch: string },
): NamesIndex {
  const isWhole = of.total <= mostListingsNamed
  const products = { at: to.product, mark: `${to.icon}product-` }
  const pair = ({ slug, name }: Named) => [slug, name] as const
  return {
    groups: [
      { kind: 'Product', ...products, names: isWhole ? [...of.products()].map(pair) : [] },
      ...of.ended.map(({ slug, name, successor }) => ({
        kind: `Shut down${successor ? `, succeeded by ${successor}` : ''}`,
        ...products,
        names: [[slug, name, successor ?? ''] as const],
      })),
      // The most used tools first: a field keeps this order for equal matches.
      {
        kind: 'Tool',
        at: to.tool,
        mark: to.icon,
        names: of.tools.toSorted((a, b) => b.product_count - a.product_count).map(pair),
      },
      { kind: 'Page', at: '', names: of.pages.map(({ href, name }) => [href, name] as const) },
      {
        kind: 'Docs',
        at: '',
        names: of.docs.map(({ href, name, text }) => [href, name, text] as const),
      },
    ],
    productSearch: isWhole ? null : to.productSearch,
  }
}
