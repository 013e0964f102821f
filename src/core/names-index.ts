/** The names for the search palette, grouped by kind. */
export interface NamesIndex {
  groups: {
    kind: string
    /** The prefix of each address. */
    at: string
    names: (readonly [address: string, name: string])[]
  }[]
  /** The search for products; null if all of their names are in this index. */
  productSearch: string | null
}

interface Named {
  slug: string
  name: string
}

/** With more listings, a request for each search is cheaper than the file: 2,000 names are 25 kB. */
export const mostListingsNamed = 1000

/** The index of names. `products` is only called if there are few enough. */
export function namesIndex(
  of: {
    total: number
    products: () => Iterable<Named>
    tools: readonly (Named & { product_count: number })[]
    pages: readonly { href: string; name: string }[]
  },
  to: { product: string; tool: string; productSearch: string },
): NamesIndex {
  const isWhole = of.total <= mostListingsNamed
  const pair = ({ slug, name }: Named) => [slug, name] as const
  return {
    groups: [
      { kind: 'Product', at: to.product, names: isWhole ? [...of.products()].map(pair) : [] },
      // The palette keeps this order for equal matches.
      {
        kind: 'Tool',
        at: to.tool,
        names: of.tools.toSorted((a, b) => b.product_count - a.product_count).map(pair),
      },
      { kind: 'Page', at: '', names: of.pages.map(({ href, name }) => [href, name] as const) },
    ],
    productSearch: isWhole ? null : to.productSearch,
  }
}
