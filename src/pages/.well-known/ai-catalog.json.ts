import type { APIRoute } from 'astro'
import { addresses } from '#core/addresses.ts'
import { aiCatalog } from '#exports/mcp-discovery.ts'

export const GET: APIRoute = ({ site }) => Response.json(aiCatalog(addresses(site!.origin)))
