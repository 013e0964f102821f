import type { APIRoute } from 'astro'
import {
  catalog,
  clientPages,
  publishedChanges,
  publishedIssues,
  publishedQuarters,
} from '#catalog/published.ts'
import { briefOf, viewOf } from '#catalog/listing-view.ts'
import type { CatalogTool } from '#catalog/tables.ts'
import type { ProductBrief } from '#contract/resources/product.ts'
import { type Addresses, addresses } from '#core/addresses.ts'
import { facet } from '#present/lists/browse.ts'
import { presentChange } from '#present/lists/change.ts'
import { productTool, timestamp } from '#present/present.ts'
import { toolsByCategory } from '#present/review/tools-by-category.ts'
import {
  changelogMarkdown,
  docMarkdown,
  homeMarkdown,
  issueMarkdown,
  productsMarkdown,
  shownInMarkdown,
  shownOfTool,
  stackMarkdown,
  toolMarkdown,
} from '#exports/list-markdown.ts'
import { connectMarkdown } from '#exports/connect-clients.ts'
import { productMarkdown } from '#exports/product-markdown.ts'
import { quarterMarkdown } from '#exports/quarter.ts'
import { trendsMarkdown } from '#exports/trends-markdown.ts'
import { docsFor } from './_docs.ts'
import { movesBefore, switches } from './_moves.ts'
import { trendsShown } from './_trends.ts'
import { prerenderedSlugs } from './product/_prerendered.ts'

type Write = (to: Addresses) => string

/**
 * The pages that have a Markdown version. Its path is the page's path with `.md`, or /index.md for
 * the home page.
 */
function markdownPages(): [path: string, write: Write][] {
  const counts = { products: catalog.total, tools: catalog.tools.length }
  return [
    ['index', (to) => homeMarkdown(counts, to)],
    ['products', (to) => productsMarkdown(newest([], shownInMarkdown), catalog.total, to)],
    ...prerenderedSlugs().map((slug): [string, Write] => [
      `product/${slug}`,
      (to) => productMarkdown(viewOf(catalog.product(slug)!), to),
    ]),
    ['stack', (to) => stackMarkdown(toolsByCategory(catalog.categories, catalog.tools), to)],
    ...catalog.tools.map((tool): [string, Write] => [
      `stack/${tool.slug}`,
      (to) => markdownOfTool(tool, to),
    ]),
    [
      'changelog',
      (to) =>
        changelogMarkdown(
          switches,
          publishedChanges.map((change) => presentChange(change, to)),
          to,
        ),
    ],
    ['trends', (to) => trendsMarkdown(trendsShown(), to)],
    ...publishedQuarters.map((view): [string, Write] => [
      `state/${view.slug}`,
      (to) => quarterMarkdown(view, to),
    ]),
    ...publishedIssues.map(({ number }, index): [string, Write] => [
      `weekly/${number}`,
      (to) => issueMarkdown(issues()[index]!, to),
    ]),
    ['connect', (to) => connectMarkdown(clientPages(to.site), to)],
    ...docsFor('').map((doc, index): [string, Write] => [
      addresses('').doc(doc.slug).slice(1),
      (to) => docMarkdown(docsFor(to.site)[index]!, to),
    ]),
  ]
}

function issues() {
  return publishedIssues.map(({ product_slugs, published_at, ...issue }) => ({
    ...issue,
    published_at: timestamp(published_at),
    moves: movesBefore(timestamp(published_at)),
    products: product_slugs.flatMap((slug) => catalog.product(slug) ?? []).map(briefOf),
  }))
}

function newest(facets: readonly string[], limit: number): ProductBrief[] {
  const query = { task: 'all', sort: 'newest', offset: 0, limit, facets } as const
  return catalog.list(query).listings.map(briefOf)
}

function markdownOfTool(tool: CatalogTool, to: Addresses): string {
  const products = newest([facet('tool', tool.slug)], shownOfTool)
  return toolMarkdown({ ...productTool(tool, to), homepage: tool.homepage }, products, to)
}

export function getStaticPaths() {
  return markdownPages().map(([path, write]) => ({
    params: { markdown: `${path}.md` },
    props: { write },
  }))
}

export const GET: APIRoute<{ write: Write }> = ({ props, site }) =>
  new Response(props.write(addresses(site!.origin)))
