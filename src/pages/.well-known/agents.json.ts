import type { APIRoute } from 'astro'
import { publishedCli } from '#catalog/published.ts'
import { addresses } from '#core/addresses.ts'
import { agentsManifest } from '#exports/agents-manifest.ts'

export const GET: APIRoute = ({ site }) =>
  Response.json(agentsManifest(addresses(site!.origin), publishedCli))
