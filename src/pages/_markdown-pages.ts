import {
  catalog,
  clientPages,
  newestListings,
  onSite as to,
  prerenderedSlugs,
  publishedChanges,
  publishedIssues,
  publishedQuarters,
} from '#catalog/published.ts'
import { briefOf, viewOf } from '#catalog/listing-view.ts'
import type { CatalogTool } from '#catalog/tables.ts'
import { paths } from '#core/addresses.ts'
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
import { docs } from './_docs.ts'
import { movesBefore, switches } from './_moves.ts'
import { trendsShown } from './_trends.ts'

/** A document of the site: its path, and its text, or a value that is written as JSON. */
export type Document = [path: string, write: () => string | object]

/**
 * The pages that have a Markdown version. Its path is the page's path with `.md`, or /index.md for
 * the home page.
 */
export function markdownPages(): Document[] {
  const counts = { products: catalog.total, tools: catalog.tools.length }
  const pages: Document[] = [
    ['index', () => homeMarkdown(counts, to)],
    [
      'products',
      () => productsMarkdown(newestListings([], shownInMarkdown).map(briefOf), catalog.total, to),
    ],
    ...prerenderedSlugs().map((slug): Document => [
      `product/${slug}`,
      () => productMarkdown(viewOf(catalog.product(slug)!), to),
    ]),
    ['stack', () => stackMarkdown(toolsByCategory(catalog.categories, catalog.tools), to)],
    ...catalog.tools.map((tool): Document => [`stack/${tool.slug}`, () => markdownOfTool(tool)]),
    [
      'changelog',
      () =>
        changelogMarkdown(
          switches,
          publishedChanges.map((change) => presentChange(change, to)),
          to,
        ),
    ],
    ['trends', () => trendsMarkdown(trendsShown, to)],
    ...publishedQuarters.map((view): Document => [
      `state/${view.slug}`,
      () => quarterMarkdown(view, to),
    ]),
    ...publishedIssues.map((issue): Document => [
      `weekly/${issue.number}`,
      () => markdownOfIssue(issue),
    ]),
    ['connect', () => connectMarkdown(clientPages, to)],
    ...docs.map((doc): Document => [paths.doc(doc.slug).slice(1), () => docMarkdown(doc, to)]),
  ]
  return pages.map(([path, write]) => [`${path}.md`, write])
}

function markdownOfIssue({ product_slugs, ...issue }: (typeof publishedIssues)[number]): string {
  const published_at = timestamp(issue.published_at)
  const moves = movesBefore(published_at)
  const products = product_slugs.flatMap((slug) => catalog.product(slug) ?? []).map(briefOf)
  return issueMarkdown({ ...issue, published_at, moves, products }, to)
}

function markdownOfTool(tool: CatalogTool): string {
  const products = newestListings([facet('tool', tool.slug)], shownOfTool).map(briefOf)
  return toolMarkdown({ ...productTool(tool, to), homepage: tool.homepage }, products, to)
}
