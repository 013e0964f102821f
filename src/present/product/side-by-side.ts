import { isSlug } from '#contract/resources/fields.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import type { Addresses } from '#core/addresses.ts'
import { saidOf, sharedTools } from './comparison.ts'
import { comparedRows } from './compared-facts.ts'
import { isModel } from '#present/lists/browse.ts'

/** How many products the page compares. GET /compare of the API always takes two. */
export const comparedAtOnce = { fewest: 2, most: 4 } as const

/** The URL parameters of the form that chooses products, in order. */
export const chooserFields = ['left', 'right', 'third', 'fourth'] as const

/**
 * Compares two to four products. `categories` are those of tools, in the order of the directory;
 * `topic` is the name of a topic of all products.
 */
export function sideBySide(
  products: readonly ProductDetail[],
  categories: readonly { slug: string; name: string }[],
  topic?: string,
) {
  const byCategory = categories
    .filter(({ slug }) => !isModel({ category: slug }))
    .map(({ slug, name }) => ({
      name,
      tools: products.map(({ tools }) => tools.filter(({ category }) => category === slug)),
    }))
    .filter(({ tools }) => tools.some((ofOne) => ofOne.length > 0))
  return {
    products,
    /** The tools that all products use, in the order of the first product. */
    shared: sharedTools(products),
    /** A list of tools for each product; models are among the facts. */
    byCategory,
    sentences: saidOf(products, topic),
    facts: comparedRows(products),
  }
}
export type SideBySide = ReturnType<typeof sideBySide>

/** The URL of a comparison, with the slugs in the order of its columns. */
export function compareAddress(slugs: readonly string[], to: Pick<Addresses, 'compare'>): string {
  return `${to.compare}?slugs=${slugs.map(encodeURIComponent).join(',')}`
}

/**
 * Reads the distinct slugs of a comparison from the parameters `slugs`, of which a list of products
 * sends one for each that was picked, and from the chooser's fields, which also take names.
 * `slugOf` resolves a name; what it does not know stays as it was typed.
 */
export function readCompared(
  parameters: URLSearchParams,
  slugOf: (name: string) => string | undefined = () => undefined,
): { slugs: string[]; problem?: string } {
  const given = parameters
    .getAll('slugs')
    .flatMap((slugs) => slugs.split(','))
    .map((slug) => slug.trim())
    .filter(Boolean)
  if (!given.every(isSlug)) {
    const problem =
      'The address holds something that is no name of a listing; those are lower case letters, digits and hyphens.'
    return { slugs: [], problem }
  }
  const typed = chooserFields.map((name) => parameters.get(name)?.trim() ?? '')
  const named = [...given, ...typed.map((text) => (text === '' ? '' : (slugOf(text) ?? text)))]
  const slugs = [...new Set(named.filter(Boolean))]
  if (slugs.length > comparedAtOnce.most)
    return {
      slugs: slugs.slice(0, comparedAtOnce.most),
      problem: `The address names ${slugs.length} products; at most ${comparedAtOnce.most} fit beside each other. Choose again below.`,
    }
  return { slugs }
}
