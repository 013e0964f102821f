import type { APIRoute } from 'astro'
import { addresses } from '#core/addresses.ts'
import { serverCard } from '#exports/mcp-discovery.ts'

export const GET: APIRoute = ({ site }) => Response.json(serverCard(addresses(site!.origin)))
