import type { APIRoute } from 'astro'
import { catalog } from '#catalog/published.ts'
import { briefOf } from '#catalog/listing-view.ts'
import { addresses } from '#core/addresses.ts'
import { shownInMarkdown } from '#exports/list-markdown.ts'
import { llmsFullText } from '#exports/llms-text.ts'
import { docsFor } from './_docs.ts'

export const GET: APIRoute = ({ site }) => {
  const to = addresses(site!.origin)
  const query = { task: 'all', sort: 'newest', offset: 0, limit: shownInMarkdown } as const
  const products = catalog.list(query).listings.map(briefOf)
  return new Response(llmsFullText(docsFor(to.site), products, catalog.total, to))
}
