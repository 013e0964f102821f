import type { APIRoute } from 'astro'
import { addresses } from '#core/addresses.ts'
import { apiCatalog } from '#exports/api-catalog.ts'

export const GET: APIRoute = ({ site }) => Response.json(apiCatalog(addresses(site!.origin)))
