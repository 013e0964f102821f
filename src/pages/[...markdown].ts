import type { APIRoute } from 'astro'
import { catalog, clientPages, publishedChanges, publishedIssues } from '#catalog/published.ts'
import { briefOf, viewOf } from '#catalog/listing-view.ts'
import type { CatalogTool, Listing } from '#catalog/questions.ts'
import type { ProductBrief } from '#contract/resources/product.ts'
import { addresses } from '#core/addresses.ts'
import { facet } from '#present/lists/browse.ts'
import { presentChange } from '#present/lists/change.ts'
import { productTool, timestamp } from '#present/present.ts'
import {
  changelogMarkdown,
  docMarkdown,
  homeMarkdown,
  issueMarkdown,
  issuesMarkdown,
  productsMarkdown,
  shownInMarkdown,
  shownOfTool,
  stackMarkdown,
  toolMarkdown,
} from '#exports/list-markdown.ts'
import { connectMarkdown } from '#exports/connect-clients.ts'
import { productMarkdown } from '#exports/product-markdown.ts'
import { trendsMarkdown } from '#exports/trends-markdown.ts'
import { docsFor } from './_docs.ts'
import { changedTools, toolsReplaced } from './_trends.ts'
import { prerenderedSlugs } from './product/_prerendered.ts'

type Write = (site: string) => string

/**
 * The pages that have a Markdown version. Its path is the page's path with `.md`, or /index.md for
 * the home page.
 */
function markdownPages(): [path: string, write: Write][] {
  return [
    [
      'index',
      (site) =>
        homeMarkdown({ products: catalog.total, tools: catalog.tools.length }, addresses(site)),
    ],
    [
      'products',
      (site) => productsMarkdown(newest([], shownInMarkdown), catalog.total, addresses(site)),
    ],
    ...prerenderedSlugs().map((slug): [string, Write] => [
      `product/${slug}`,
      (site) => productMarkdown(viewOf(catalog.product(slug)!), addresses(site)),
    ]),
    ['stack', (site) => stackMarkdown(toolsByCategory(site), addresses(site))],
    ...catalog.tools.map((tool): [string, Write] => [
      `stack/${tool.slug}`,
      (site) => markdownOfTool(tool, site),
    ]),
    [
      'changelog',
      (site) =>
        changelogMarkdown(
          publishedChanges.map((change) => presentChange(change, addresses(site))),
          addresses(site),
        ),
    ],
    [
      'trends',
      (site) => trendsMarkdown({ ...changedTools(), replaced: toolsReplaced() }, addresses(site)),
    ],
    ['weekly', (site) => issuesMarkdown(issues(), addresses(site))],
    ...publishedIssues.map(({ number }, index): [string, Write] => [
      `weekly/${number}`,
      (site) => issueMarkdown(issues()[index]!, addresses(site)),
    ]),
    ['connect', (site) => connectMarkdown(clientPages(site), addresses(site))],
    ...docsFor('').map((doc, index): [string, Write] => [
      addresses('').doc(doc.slug).slice(1),
      (site) => docMarkdown(docsFor(site)[index]!, addresses(site)),
    ]),
  ]
}

function issues() {
  return publishedIssues.map(({ product_slugs, published_at, ...issue }) => ({
    ...issue,
    published_at: timestamp(published_at),
    products: details(product_slugs.flatMap((slug) => catalog.product(slug) ?? [])),
  }))
}

function details(listings: readonly Listing[]): ProductBrief[] {
  return listings.map(briefOf)
}

function newest(facets: readonly string[], limit: number): ProductBrief[] {
  const query = { task: 'all', sort: 'newest', offset: 0, limit, facets } as const
  return details(catalog.list(query).listings)
}

function toolsByCategory(site: string) {
  return catalog.categories.map((category) => ({
    ...category,
    tools: catalog.tools
      .filter((tool) => tool.category === category.slug)
      .map((tool) => productTool(tool, addresses(site))),
  }))
}

function markdownOfTool(tool: CatalogTool, site: string): string {
  const to = addresses(site)
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
  new Response(props.write(site!.origin))
