import type { APIRoute } from 'astro'
import { publishedChanges, publishedIssues } from '#catalog/changes.ts'
import { docPages } from '#catalog/docs.ts'
import { catalog } from '#catalog/published.ts'
import { addresses } from '#core/addresses.ts'
import { newest } from '#core/browse.ts'
import { presentChange } from '#core/change.ts'
import { type ProductRecord, productDetail, productTool, timestamp } from '#core/present.ts'
import { documentation } from '#exports/documentation.ts'
import {
  changelogMarkdown,
  docMarkdown,
  homeMarkdown,
  issueMarkdown,
  issuesMarkdown,
  productsMarkdown,
  stackMarkdown,
  toolMarkdown,
} from '#exports/list-markdown.ts'
import { productMarkdown } from '#exports/product-markdown.ts'

type Write = (site: string) => string

/**
 * The pages that exist as Markdown too, each at the address of its page with `.md` behind it; the
 * home page is /index.md.
 */
function twins(): [path: string, write: Write][] {
  return [
    [
      'index',
      (site) =>
        homeMarkdown(
          { products: catalog.products.length, tools: catalog.tools.length },
          addresses(site),
        ),
    ],
    [
      'products',
      (site) =>
        productsMarkdown(details([...catalog.products].sort(newest), site), addresses(site)),
    ],
    ...catalog.products.map((record): [string, Write] => [
      `product/${record.slug}`,
      (site) => productMarkdown(details([record], site)[0]!, addresses(site)),
    ]),
    ['stack', (site) => stackMarkdown(shelves(site), addresses(site))],
    ...catalog.tools.map((tool): [string, Write] => [
      `stack/${tool.slug}`,
      (site) => toolTwin(tool, site),
    ]),
    [
      'changelog',
      (site) =>
        changelogMarkdown(
          publishedChanges.map((change) => presentChange(change, addresses(site))),
          addresses(site),
        ),
    ],
    ['weekly', (site) => issuesMarkdown(issues(site), addresses(site))],
    ...publishedIssues.map(({ number }, index): [string, Write] => [
      `weekly/${number}`,
      (site) => issueMarkdown(issues(site)[index]!, addresses(site)),
    ]),
    ...docs('').map((doc, index): [string, Write] => [
      addresses('').doc(doc.slug).slice(1),
      (site) => docMarkdown(docs(site)[index]!, addresses(site)),
    ]),
  ]
}

function docs(site: string) {
  return documentation(docPages(site), addresses(site))
}

function issues(site: string) {
  return publishedIssues.map(({ product_slugs, published_at, ...issue }) => ({
    ...issue,
    published_at: timestamp(published_at),
    products: details(
      product_slugs.flatMap((slug) => catalog.findProduct(slug) ?? []),
      site,
    ),
  }))
}

function details(records: readonly ProductRecord[], site: string) {
  return records.map((record) => productDetail(record, catalog.toolsById, addresses(site)))
}

function shelves(site: string) {
  return catalog.categories.map((category) => ({
    ...category,
    tools: catalog.tools
      .filter((tool) => tool.category === category.slug)
      .map((tool) => productTool(tool, addresses(site))),
  }))
}

function toolTwin(tool: (typeof catalog.tools)[number], site: string): string {
  const to = addresses(site)
  const products = details([...catalog.productsWith(tool.id)].sort(newest), site)
  return toolMarkdown({ ...productTool(tool, to), homepage: tool.homepage }, products, to)
}

export function getStaticPaths() {
  return twins().map(([path, write]) => ({ params: { twin: `${path}.md` }, props: { write } }))
}

export const GET: APIRoute<{ write: Write }> = ({ props, site }) =>
  new Response(props.write(site!.origin))
