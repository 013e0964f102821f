import { isOfTool } from '#core/requirement.ts'
import { slugify } from '#core/slug.ts'
import type { ListingContext } from '#present/lists/list-view.ts'
import type { ListingView } from '#present/present.ts'
import { commitUrl } from '#present/product/product-proof.ts'
import { versionAsked } from '#present/product/support-words.ts'
import { nearListings } from './near.ts'
import type { Listing, Published } from './questions.ts'

const mostNear = 4

/** Links from a listing's page to similar listings and related pages. */
export function listingContext(
  directory: Pick<Published, 'index' | 'product' | 'topics' | 'toolsBySlug'>,
  listing: Listing,
  { product }: Pick<ListingView, 'product'>,
): ListingContext {
  return {
    topics: directory.topics.filter(({ slug }) => product.topics.includes(slug)),
    near: nearListings(directory, listing, mostNear),
    pastTools: pastToolsOf(directory, product),
    versions: new Map(
      product.proof?.tools.flatMap(({ slug, package: named, requirement }) => {
        const isOf = isOfTool(named, directory.toolsBySlug.get(slug)?.main ?? [])
        const version = isOf && requirement && versionAsked(requirement)
        return version ? [[slug, version] as const] : []
      }),
    ),
    successor: directory.product(slugify(product.lifecycle.successor ?? ''))?.slug,
  }
}

function pastToolsOf(
  { toolsBySlug }: Pick<Published, 'toolsBySlug'>,
  { proof, tools }: ListingView['product'],
): ListingContext['pastTools'] {
  if (!proof) return []
  const listed = new Set(tools.map(({ slug }) => slug))
  const latestFirst = proof.past_tools.toSorted((a, b) => b.until.localeCompare(a.until))
  return latestFirst.flatMap(({ slug, since, until, commit }) => {
    const tool = toolsBySlug.get(slug)
    if (!tool || listed.has(slug)) return []
    return [{ slug, name: tool.name, since, until, href: commitUrl(proof.repository, commit) }]
  })
}
