import { getProduct } from './operations/get-product.ts'
import { listProducts } from './operations/list-products.ts'
import { listTools } from './operations/list-tools.ts'
import { lookupByUrl } from './operations/lookup-by-url.ts'
import { submitProduct } from './operations/submit-product.ts'
import type { Operation } from './operation.ts'

/** The table of contents: everything the API does. */
export const operations = {
  list_tools: listTools,
  list_products: listProducts,
  get_product: getProduct,
  lookup_by_url: lookupByUrl,
  submit_product: submitProduct,
} as const satisfies Record<string, Operation>
