import { listTools } from '#contract/operations/list-tools.ts'
import { endpoint } from '#http/serve.ts'
import { mcpRoute } from '#mcp/handle-message.ts'
import type { OperationId } from '#mcp/tools.ts'
import { catalog, edge, mcpOrigins, to } from '../src/composition.ts'
import { changelogEndpoint } from './changelog.ts'
import { compareEndpoint } from './compare.ts'
import { lookupEndpoint } from './lookup.ts'
import { productsEndpoint } from './products.ts'
import { recommendEndpoint } from './recommend.ts'
import { searchEndpoint } from './search.ts'
import { statusEndpoint } from './status.ts'
import { submitEndpoint } from './submit.ts'

/**
 * Every tool with what answers it: the same endpoints as in REST. GET /tools is a file there, so
 * its answer is given here.
 */
const endpoints = {
  list_tools: endpoint(listTools, () => ({ status: 200 as const, body: { tools: catalog.tools } })),
  search: searchEndpoint,
  list_products: productsEndpoint,
  get_product: statusEndpoint,
  submit_product: submitEndpoint,
  lookup_by_url: lookupEndpoint,
  recommend_products: recommendEndpoint,
  compare_products: compareEndpoint,
  list_changelog: changelogEndpoint,
} as const satisfies Record<OperationId, ReturnType<typeof endpoint>>

/** POST /mcp */
export const ALL = mcpRoute({ edge, to, allowedOrigins: mcpOrigins, endpoints })
