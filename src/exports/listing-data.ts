import type { ProductDetail } from '#contract/resources/product.ts'
import type { Addresses } from '#core/addresses.ts'
import { lifecycleSentence } from '#present/product/lifecycle-words.ts'
import { words } from '#present/words.ts'

/** The breadcrumbs to the page of a listing: all products, then its main topic. */
export function listingCrumbs(
  [main]: readonly { slug: string; name: string }[],
  step: { name: string; href?: string },
  to: Addresses,
) {
  return [
    { name: 'Products', href: to.products },
    ...(main ? [{ name: main.name, href: to.topic(main.slug) }] : []),
    step,
  ]
}

/** The title and the meta description of the page of a listing, with its state unless it is active. */
export function listingHead({ name, description, lifecycle }: ProductDetail) {
  const standing = lifecycleSentence(lifecycle)
  const state = standing === undefined ? '' : ` (${words.lifecycle[lifecycle.state].toLowerCase()})`
  return {
    title: `${name}${state}: stack and evidence`,
    description: [standing, description].filter(Boolean).join(' '),
  }
}

/**
 * A listing as schema.org data. It has no ratings and offers, because the directory has neither.
 */
export function listingAbout(product: ProductDetail): Record<string, unknown> {
  const { state } = product.lifecycle
  return {
    '@type': 'SoftwareApplication',
    name: product.name,
    description: product.description,
    applicationCategory: 'DeveloperApplication',
    sameAs: product.url,
    // Not the day of the listing: the product was published before.
    datePublished: product.launch_date ?? undefined,
    creativeWorkStatus: state === 'active' ? undefined : words.lifecycle[state],
    keywords: product.tools.map(({ name }) => name).join(', '),
  }
}
