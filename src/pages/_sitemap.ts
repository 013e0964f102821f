import {
  catalog,
  newestListings,
  onSite as to,
  pictureOf,
  publishedChanges,
  publishedIssues,
  publishedQuarters,
} from '#catalog/published.ts'
import { facet } from '#present/lists/browse.ts'
import { timestamp } from '#present/present.ts'
import { compareAddress } from '#present/product/side-by-side.ts'
import { rowsPerPage } from '#catalog/browse-view.ts'
import { type SitemapPage, latest, sitemapFiles } from '#exports/sitemap.ts'
import { facetPages, fewestListings } from './_facet-pages.ts'
import { docs } from './_docs.ts'
import type { Document } from './_markdown-pages.ts'
import { fewestOfFounder, founders } from './_founders.ts'
import { alternativesSlugs, nearPairs } from './_near-pages.ts'

/** The files of the sitemap. */
export const sitemap = () =>
  [...sitemapFiles(pages(), to.site)].map(([name, xml]): Document => [name, () => xml])

/**
 * All public pages with the times of their last changes. Pages that need a query or a token are
 * left out.
 */
function* pages(): Generator<SitemapPage> {
  const approved = newestApproval([])
  const changed = publishedChanges[0] && timestamp(publishedChanges[0].timestamp)
  yield { url: to.home, lastmod: changed }
  yield* pagesOf(to.products, catalog.total, approved)
  for (const listing of catalog.listings([], 'all')) {
    const { slug, field } = listing
    const lastmod = latest([field('approved_at'), field('claim_reviewed_at')])
    yield { url: to.listing(slug), lastmod, ...imageOf(to.listing(slug)) }
  }
  yield {
    url: to.stack,
    lastmod: latest(catalog.tools.map(({ created_at }) => timestamp(created_at))),
  }
  for (const { slug, created_at, product_count } of catalog.tools) {
    if (product_count < fewestListings) continue
    const lastmod = latest([timestamp(created_at), newestApproval([facet('tool', slug)])])
    yield* pagesOf(to.tool(slug), product_count, lastmod)
  }
  yield { url: to.topics, lastmod: approved }
  yield { url: to.trends, lastmod: approved }
  for (const { slug, frozen_on } of publishedQuarters)
    yield { url: `${to.state}/${slug}`, lastmod: `${frozen_on}T00:00:00.000Z` }
  for (const { slug, listings } of founders())
    if (listings.length >= fewestOfFounder) yield { url: to.founder(slug) }
  const counts = catalog.facetCounts()
  for (const { url, key } of facetPages()) {
    const count = counts.get(key) ?? 0
    if (count >= fewestListings) yield* pagesOf(to.site + url, count, newestApproval([key]))
  }
  yield { url: to.compare }
  for (const pair of nearPairs()) yield { url: compareAddress(pair, to), lastmod: approved }
  for (const slug of alternativesSlugs()) yield { url: to.alternatives(slug), lastmod: approved }
  yield { url: to.changelog, lastmod: changed }
  for (const { number, published_at } of publishedIssues)
    yield { url: to.weeklyIssue(number), lastmod: timestamp(published_at) }
  yield { url: to.connect }
  for (const { slug } of docs) yield { url: to.doc(slug) }
  yield { url: to.submitForm }
  yield { url: to.recommend }
  yield { url: to.detect }
}

/** The first page of a list, then its numbered pages. */
function* pagesOf(
  url: string,
  count: number,
  lastmod: string | null | undefined,
): Generator<SitemapPage> {
  yield { url, lastmod, ...imageOf(url) }
  for (let page = 2; page <= Math.ceil(count / rowsPerPage); page++)
    yield { url: `${url}/${page}`, lastmod }
}

/** The preview picture of a page, if the build made one. */
function imageOf(url: string): { image?: string } {
  const picture = pictureOf(new URL(url).pathname)
  return picture ? { image: to.site + picture.src } : {}
}

/** The approval time of the newest listing that has all these facets. */
function newestApproval(facets: readonly string[]): string | null {
  const [newest] = newestListings(facets, 1)
  return newest ? newest.field('approved_at') : null
}
