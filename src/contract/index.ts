import { checkClaim } from './operations/check-claim.ts'
import { claimListing } from './operations/claim-listing.ts'
import { compareProducts } from './operations/compare-products.ts'
import { detectStack } from './operations/detect-stack.ts'
import { getOpenapi } from './operations/get-openapi.ts'
import { getProduct } from './operations/get-product.ts'
import { getSchema } from './operations/get-schema.ts'
import { getTool } from './operations/get-tool.ts'
import { listChangelog } from './operations/list-changelog.ts'
import { listProducts } from './operations/list-products.ts'
import { listTools } from './operations/list-tools.ts'
import { listTopics } from './operations/list-topics.ts'
import { listTrends } from './operations/list-trends.ts'
import { lookupByUrl } from './operations/lookup-by-url.ts'
import { lookupUrls } from './operations/lookup-urls.ts'
import { recommendProducts } from './operations/recommend-products.ts'
import { reportFact } from './operations/report-fact.ts'
import { search } from './operations/search.ts'
import { submitProduct } from './operations/submit-product.ts'
import { updateProduct } from './operations/update-product.ts'
import type { Operation } from './operation.ts'

/** Every operation of the API, in the order of the documents. */
export const operations = {
  list_tools: listTools,
  search,
  list_products: listProducts,
  get_product: getProduct,
  submit_product: submitProduct,
  lookup_by_url: lookupByUrl,
  recommend_products: recommendProducts,
  compare_products: compareProducts,
  list_changelog: listChangelog,
  detect_stack: detectStack,
  get_tool: getTool,
  list_trends: listTrends,
  list_topics: listTopics,
  lookup_urls: lookupUrls,
  update_product: updateProduct,
  claim_listing: claimListing,
  check_claim: checkClaim,
  report_fact: reportFact,
  get_schema: getSchema,
  get_openapi: getOpenapi,
} as const satisfies Record<string, Operation>

/** The same as a list, each with every field that an operation may have. */
export const allOperations: readonly Operation[] = Object.values(operations)
