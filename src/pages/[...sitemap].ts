import type { APIRoute } from 'astro'
import { publishedChanges, publishedIssues } from '#catalog/changes.ts'
import { docPages } from '#catalog/docs.ts'
import { catalog } from '#catalog/published.ts'
import { addresses } from '#core/addresses.ts'
import { productsPerPage } from '#core/browse.ts'
import { timestamp } from '#core/present.ts'
import { documentation } from '#exports/documentation.ts'
import { type SitemapPage, latest, sitemapFiles } from '#exports/sitemap.ts'

/**
 * Every public page with the time of what it shows. What answers a query or a token is not among
 * them.
 */
function pages(site: string): SitemapPage[] {
  const to = addresses(site)
  const moment = (value: string | Date | null) => value && timestamp(value)
  const approved = latest(catalog.products.map(({ approved_at }) => moment(approved_at)))
  const changed = publishedChanges[0] && timestamp(publishedChanges[0].timestamp)
  const issue = publishedIssues[0] && timestamp(publishedIssues[0].published_at)
  const productPages = Math.max(1, Math.ceil(catalog.products.length / productsPerPage))
  return [
    { url: `${site}/`, lastmod: changed },
    ...Array.from({ length: productPages }, (_, index) => ({
      url: index === 0 ? `${site}/products` : `${site}/products/${index + 1}`,
      lastmod: approved,
    })),
    ...catalog.products.map(({ slug, approved_at, claim_reviewed_at }) => ({
      url: to.listing(slug),
      lastmod: latest([moment(approved_at), moment(claim_reviewed_at)]),
    })),
    {
      url: `${site}/stack`,
      lastmod: latest(catalog.tools.map(({ created_at }) => moment(created_at))),
    },
    ...catalog.tools.map(({ id, slug, created_at }) => ({
      url: to.tool(slug),
      lastmod: latest([
        moment(created_at),
        ...catalog.productsWith(id).map(({ approved_at }) => moment(approved_at)),
      ]),
    })),
    { url: to.changelog, lastmod: changed },
    { url: `${site}/weekly`, lastmod: issue },
    ...publishedIssues.map(({ number, published_at }) => ({
      url: to.weeklyIssue(number),
      lastmod: timestamp(published_at),
    })),
    ...documentation(docPages(site), to).map(({ slug }) => ({ url: to.doc(slug) })),
    { url: to.submitForm },
  ]
}

let made: Map<string, string> | undefined

export function getStaticPaths() {
  return [...sitemapFiles(pages(''), '').keys()].map((sitemap) => ({ params: { sitemap } }))
}

export const GET: APIRoute = ({ params, site }) =>
  new Response((made ??= sitemapFiles(pages(site!.origin), site!.origin)).get(params['sitemap']!))
