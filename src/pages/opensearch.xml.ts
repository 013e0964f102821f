import type { APIRoute } from 'astro'
import { addresses } from '#core/addresses.ts'
import { openSearch } from '#exports/open-search.ts'

export const GET: APIRoute = ({ site }) => new Response(openSearch(addresses(site!.origin)))
