import type { APIRoute } from 'astro'
import { docPages } from '#catalog/docs.ts'
import { addresses } from '#core/addresses.ts'
import { documentation } from '#exports/documentation.ts'
import { llmsText } from '#exports/llms-text.ts'

export const GET: APIRoute = ({ site }) => {
  const to = addresses(site!.origin)
  return new Response(llmsText(documentation(docPages(to.site), to), to))
}
