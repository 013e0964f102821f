import type { APIRoute } from 'astro'
import { search } from '#contract/operations/search.ts'
import { briefOf } from '#catalog/listing-view.ts'
import { catalog, docPages } from '#catalog/published.ts'
import { addresses } from '#core/addresses.ts'
import { namesIndex } from '#core/names-index.ts'
import { sunset } from '#present/lists/browse.ts'
import { successorOf } from '#present/product/lifecycle-words.ts'
import { docEntries } from '#exports/doc-entries.ts'
import { filterLists } from './_facet-pages.ts'

/** The names of products, tools and pages that search fields suggest. */
export const GET: APIRoute = ({ site }) => {
  const to = addresses('')
  const index = namesIndex(
    {
      total: catalog.total,
      products: () => catalog.listings().map(briefOf),
      ended: [...catalog.listings([sunset])].map((listing) => ({
        slug: listing.slug,
        name: listing.field('name'),
        successor: successorOf(listing.field('lifecycle'))?.name ?? null,
      })),
      tools: catalog.tools,
      pages: [
        { href: to.products, name: 'All products' },
        { href: to.stack, name: 'Tools by category' },
        { href: to.topics, name: 'Browse by topic, use case and task' },
        { href: to.recommend, name: 'What fits my stack?' },
        { href: to.detect, name: 'What is my project built with?' },
        { href: to.compare, name: 'Compare products' },
        { href: to.submitForm, name: 'Submit a product' },
        { href: to.docs, name: 'Docs' },
        { href: to.changelog, name: 'What moved: who switched, what was listed' },
        { href: to.trends, name: 'Trends: which tools come and go' },
        { href: to.statusForm, name: 'Your listing: review status' },
        { href: to.claimForm, name: 'Your listing: claim it' },
        { href: to.manageForm, name: 'Your listing: change it' },
        ...filterLists().flatMap(({ id, links }) =>
          id === 'use-cases'
            ? links.map(({ href, name }) => ({ href, name: `${name} agents` }))
            : links,
        ),
      ],
      docs: docEntries(docPages(site!.origin)),
    },
    {
      product: to.listing(''),
      tool: to.tool(''),
      icon: to.icon(''),
      productSearch: `${to.api}${search.path}`,
    },
  )
  return Response.json(index)
}
