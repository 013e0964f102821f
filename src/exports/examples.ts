import type { ApiErrorBody, ErrorKind } from '#contract/errors.ts'
import type { operations } from '#contract/index.ts'
import { recordedSite } from './example-request.ts'
import checkClaim from './examples/check_claim.json' with { type: 'json' }
import claimListing from './examples/claim_listing.json' with { type: 'json' }
import compareProducts from './examples/compare_products.json' with { type: 'json' }
import detectStack from './examples/detect_stack.json' with { type: 'json' }
import getOpenapi from './examples/get_openapi.json' with { type: 'json' }
import getProduct from './examples/get_product.json' with { type: 'json' }
import getSchema from './examples/get_schema.json' with { type: 'json' }
import getTool from './examples/get_tool.json' with { type: 'json' }
import listChangelog from './examples/list_changelog.json' with { type: 'json' }
import listProducts from './examples/list_products.json' with { type: 'json' }
import listTools from './examples/list_tools.json' with { type: 'json' }
import listTopics from './examples/list_topics.json' with { type: 'json' }
import listTrends from './examples/list_trends.json' with { type: 'json' }
import lookupByUrl from './examples/lookup_by_url.json' with { type: 'json' }
import lookupUrls from './examples/lookup_urls.json' with { type: 'json' }
import recommendProducts from './examples/recommend_products.json' with { type: 'json' }
import reportFact from './examples/report_fact.json' with { type: 'json' }
import search from './examples/search.json' with { type: 'json' }
import submitProduct from './examples/submit_product.json' with { type: 'json' }
import updateProduct from './examples/update_product.json' with { type: 'json' }

/**
 * Recorded answers of one operation: to its example request by status, and to failing requests by
 * kind of error. `recorded-examples.served.test.ts` records them.
 */
interface Recorded {
  answers: { [status: string]: unknown }
  errors: { [kind: string]: unknown }
}

const recorded = {
  list_tools: listTools,
  search,
  list_products: listProducts,
  get_product: getProduct,
  submit_product: submitProduct,
  update_product: updateProduct,
  claim_listing: claimListing,
  check_claim: checkClaim,
  report_fact: reportFact,
  lookup_by_url: lookupByUrl,
  recommend_products: recommendProducts,
  compare_products: compareProducts,
  list_changelog: listChangelog,
  detect_stack: detectStack,
  get_tool: getTool,
  list_trends: listTrends,
  list_topics: listTopics,
  lookup_urls: lookupUrls,
  get_schema: getSchema,
  get_openapi: getOpenapi,
} satisfies Record<keyof typeof operations, Recorded>

type Examples = {
  answers: Record<string, unknown>
  errors: Partial<Record<ErrorKind, ApiErrorBody>>
}

/**
 * The recorded answers of an operation, with the URLs of this site. Only code of prerendered files
 * may import this module: the recordings are too large for the function.
 */
export function examplesOf(id: string, site: string): Examples {
  const found = recorded[id as keyof typeof recorded]
  if (found === undefined) throw new Error(`${id} has no file in src/exports/examples`)
  return JSON.parse(JSON.stringify(found).replaceAll(recordedSite, site)) as Examples
}
