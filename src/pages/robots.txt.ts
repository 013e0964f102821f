import type { APIRoute } from 'astro'
import { addresses } from '#core/addresses.ts'
import { robotsText } from '#exports/sitemap.ts'

export const GET: APIRoute = ({ site }) => new Response(robotsText(addresses(site!.origin).sitemap))
