import type { APIRoute } from 'astro'
import { catalog } from '#catalog/published.ts'
import { addresses } from '#core/addresses.ts'
import { lightweightSchema } from '#exports/lightweight-schema.ts'
import { openapi } from '#exports/openapi.ts'
import { listTools } from '#contract/operations/list-tools.ts'

/** The API answers that do not depend on the request, as files. Headers: integration/output-config.ts. */
const documents = {
  schema: (site) => lightweightSchema(addresses(site)),
  openapi: (site) => openapi(addresses(site)),
  tools: () => listTools.responses[200].schema.parse({ tools: catalog.tools }),
} satisfies Record<string, (site: string) => unknown>

export function getStaticPaths() {
  return Object.keys(documents).map((path) => ({ params: { path } }))
}

export const GET: APIRoute = ({ params, site }) =>
  Response.json(documents[params['path'] as keyof typeof documents](site!.origin))
