import { isOfTool } from '#core/requirement.ts'
import { slugify } from '#core/slug.ts'
import type { ListingView } from '#present/present.ts'
import { commitUrl } from '#present/product/product-proof.ts'
import type { PastTool } from '#present/product/stack-growth.ts'
import { versionAsked } from '#present/product/support-words.ts'
import { nearListings } from './near.ts'
import type { Listing, Published } from './questions.ts'

/** What the page of a listing links to besides its own facts; each page only if the build has one. */
export type ListingContext = ReturnType<typeof listingContext> & {
  /** The page with alternatives to the listing. */
  alternatives?: string | undefined
  /** The page that compares the listing with the most similar one. */
  pair?: string | undefined
  /** The page of the listing's founder. */
  founder?: string | undefined
}

const mostNear = 4

/** Links from a listing's page to similar listings and related pages. */
export function listingContext(
  directory: Pick<Published, 'index' | 'product' | 'topics' | 'toolsBySlug'>,
  listing: Listing,
  { product }: Pick<ListingView, 'product'>,
) {
  return {
    topics: directory.topics.filter(({ slug }) => product.topics.includes(slug)),
    /** Similar listings, with their shared tools and topics. */
    near: nearListings(directory, listing, mostNear),
    /** Tools that its repository no longer names, the last to leave first. */
    pastTools: pastToolsOf(directory, product),
    /** The versions of tools that its code asks for, by slug; only where the package is the tool. */
    versions: new Map(
      product.proof?.tools.flatMap(({ slug, package: named, requirement }) => {
        const isOf = isOfTool(named, directory.toolsBySlug.get(slug)?.main ?? [])
        const version = isOf && requirement && versionAsked(requirement)
        return version ? [[slug, version] as const] : []
      }),
    ),
    /** The slug of its successor, if it has one that is listed. */
    successor: directory.product(slugify(product.lifecycle.successor ?? ''))?.slug,
  }
}

function pastToolsOf(
  { toolsBySlug }: Pick<Published, 'toolsBySlug'>,
  { proof, tools }: ListingView['product'],
): PastTool[] {
  if (!proof) return []
  const listed = new Set(tools.map(({ slug }) => slug))
  const latestFirst = proof.past_tools.toSorted((a, b) => b.until.localeCompare(a.until))
  return latestFirst.flatMap(({ slug, since, until, commit }) => {
    const tool = toolsBySlug.get(slug)
    if (!tool || listed.has(slug)) return []
    return [{ slug, name: tool.name, since, until, href: commitUrl(proof.repository, commit) }]
  })
}
