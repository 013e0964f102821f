import type { APIRoute } from 'astro'
import { addresses } from '#core/addresses.ts'
import { llmsText } from '#exports/llms-text.ts'

export const GET: APIRoute = ({ site }) => new Response(llmsText(addresses(site!.origin)))
