import type { APIRoute } from 'astro'
import { catalog } from '#catalog/published.ts'
import { addresses } from '#core/addresses.ts'
import { lightweightSchema } from '#exports/lightweight-schema.ts'
import { openapi } from '#exports/openapi.ts'
import { listTopics } from '#contract/operations/list-topics.ts'
import { facet } from '#present/lists/browse.ts'
import { listTools } from '#contract/operations/list-tools.ts'

/**
 * API answers that are equal for all requests, so they are served as files.
 * integration/output-config.ts sets their headers.
 */
const documents = {
  schema: (site) => lightweightSchema(addresses(site)),
  openapi: (site) => openapi(addresses(site)),
  topics: () => listTopics.responses[200].schema.parse({ topics: catalog.topics.map(counted) }),
  tools: () => listTools.responses[200].schema.parse({ tools: catalog.tools }),
} satisfies Record<string, (site: string) => unknown>

function counted(topic: { slug: string }) {
  return { ...topic, product_count: catalog.facetCounts().get(facet('topic', topic.slug)) ?? 0 }
}

export function getStaticPaths() {
  return Object.keys(documents).map((path) => ({ params: { path } }))
}

export const GET: APIRoute = ({ params, site }) =>
  Response.json(documents[params['path'] as keyof typeof documents](site!.origin))
