import { operations } from '#contract/index.ts'
import { mcp } from '#contract/mcp.ts'

/**
 * Address → file in functions/. The operations of the contract are checked against it by a test.
 */
export const functionRoutes = {
  '/api/v1': 'api-index.ts',
  [`/api/v1${operations.list_products.path}`]: 'products.ts',
  '/api/v1/products/[slug]': 'status.ts',
  [`/api/v1${operations.lookup_by_url.path}`]: 'lookup.ts',
  [`/api/v1${operations.submit_product.path}`]: 'submit.ts',
  [`/api/v1${operations.search.path}`]: 'search.ts',
  [`/api/v1${operations.recommend_products.path}`]: 'recommend.ts',
  [`/api/v1${operations.compare_products.path}`]: 'compare.ts',
  [`/api/v1${operations.list_changelog.path}`]: 'changelog.ts',
  [mcp.path]: 'mcp.ts',
  '/search': 'search-page.astro',
  '/compare': 'compare-page.astro',
  '/submit': 'submit-form.astro',
  '/confirm-owner': 'confirm-owner.astro',
  '/api/[...path]': 'fallback.ts',
} as const satisfies Record<string, string>
