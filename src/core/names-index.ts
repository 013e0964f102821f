/** The names that the search palette finds while somebody types, by the kind of what they name. */
export interface NamesIndex {
  groups: {
    kind: string
    /** What stands before each address. */
    at: string
    names: (readonly [address: string, name: string])[]
  }[]
  /** Where products are asked for; null while the names of all of them stand here. */
  productSearch: string | null
}

interface Named {
  slug: string
  name: string
}

/** Above it the names weigh more than a question costs: 4.5 kB of 57 listings, 25 of 2,000. */
export const mostListingsNamed = 1000

/** The file of names. Products are read only while they are few enough. */
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
      // Those that are used come first where two are as near.
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
