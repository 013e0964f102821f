import type { APIRoute } from 'astro'
import { addresses } from '#core/addresses.ts'
import { registryEntry } from '#exports/mcp-discovery.ts'

export const GET: APIRoute = ({ site }) => Response.json(registryEntry(addresses(site!.origin)))
