import type { APIRoute } from 'astro'
import { catalog, onSite } from '#catalog/published.ts'
import { listTools } from '#contract/operations/list-tools.ts'
import { listTopics } from '#contract/operations/list-topics.ts'
import type { Addresses } from '#core/addresses.ts'
import { lightweightSchema } from '#exports/lightweight-schema.ts'
import { openapi } from '#exports/openapi.ts'
import { facet } from '#present/lists/browse.ts'

/**
 * Answers of the API that a build writes. They have a file of their own below /api/v1, where `npm
 * run dev` would ask the function for them otherwise.
 */
const documents: Record<string, (to: Addresses) => object> = {
  schema: lightweightSchema,
  openapi,
  topics: () => listTopics.responses[200].schema.parse({ topics: catalog.topics.map(counted) }),
  tools: () => listTools.responses[200].schema.parse({ tools: catalog.tools }),
}

function counted(topic: { slug: string }) {
  return { ...topic, product_count: catalog.facetCounts().get(facet('topic', topic.slug)) ?? 0 }
}

export function getStaticPaths() {
  return Object.keys(documents).map((document) => ({ params: { document } }))
}

export const GET: APIRoute = ({ params }) => Response.json(documents[params['document']!]!(onSite))
