import type { APIRoute } from 'astro'
import { docPages } from '#catalog/docs.ts'
import { addresses } from '#core/addresses.ts'
import { llmsText } from '#exports/llms-text.ts'

export const GET: APIRoute = ({ site }) => new Response(llmsText(docPages(site!.origin), addresses(site!.origin)))
