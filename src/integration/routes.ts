import { allOperations } from '#contract/index.ts'
import type { PageBucket } from '#contract/limits.ts'
import { mcp } from '#contract/mcp.ts'
import { numberedLists } from '#present/lists/list-pages.ts'

/** The operations that are not static, by the pattern of their path. */
export const operationsAt = Object.fromEntries(
  Map.groupBy(
    allOperations.filter(({ isStatic }) => !isStatic),
    ({ path }) => `/api/v1${path.replace(/\{(\w+)\}/g, '[$1]')}`,
  ),
)

/** The path of the filtered list of products inside Astro. Its public path is /products. */
export const filteredProducts = '/filtered-products'

/** The file in functions/ for each path pattern. The paths of operations come from the contract. */
export const functionRoutes: Readonly<Record<string, string>> = {
  '/api/v1': 'api-index.ts',
  ...Object.fromEntries(Object.keys(operationsAt).map((path) => [path, 'operation.ts'])),
  [mcp.path]: 'mcp.ts',
  '/ard/search': 'ard.ts',
  '/ard/explore': 'ard.ts',
  '/ard/agents': 'ard.ts',
  '/search': 'search-page.astro',
  '/recommend': 'fit-page.astro',
  '/detect': 'fit-page.astro',
  // /products with query parameters; without them it is a static file, see function-entry.ts.
  [filteredProducts]: 'products-page.astro',
  '/compare': 'compare-page.astro',
  '/submit': 'submit-form.astro',
  '/confirm-owner': 'mail-link.astro',
  '/claim': 'your-listing.astro',
  '/claim/[claim]': 'your-listing.astro',
  '/manage': 'your-listing.astro',
  '/manage/[token]': 'manage-page.astro',
  '/status': 'your-listing.astro',
  '/report': 'report-page.astro',
  '/report/[report]': 'report-state.astro',
  '/mail-off': 'mail-link.astro',
  // The parameter is not called [slug]: the static page has that pattern, and must keep its route.
  '/product/[listing]': 'product-page.astro',
  ...Object.fromEntries([...numberedLists.keys()].map((list) => [list, 'numbered-page.astro'])),
  '/suggest': 'suggest.ts',
  '/badge/[slug].svg': 'badge.ts',
  // A former address that sites of owners show.
  '/embed/[slug].svg': 'badge.ts',
  '/view/[slug].gif': 'view.ts',
  '/api/health': 'health.ts',
  '/api/ready': 'ready.ts',
  '/api/cron': 'cron.ts',
  '/api/metrics': 'metrics.ts',
  '/api/editor/[action]': 'editor.ts',
  '/editor': 'editor-page.astro',
  '/editor/[case]': 'editor-page.astro',
  '/api/[...path]': 'fallback.ts',
}

/** The rate limits of the pages that do not count as reads of the catalogue. */
const pageBuckets: Readonly<Record<string, PageBucket>> = {
  'search-page.astro': 'search_reads',
  'fit-page.astro': 'search_reads',
  // Counted by limits/editor-limits.ts, because each call needs a token.
  'editor-page.astro': 'unlimited',
}

/** The rate limit that counts the request of a page. */
export const pageBucketAt = (pattern: string): PageBucket =>
  pageBuckets[functionRoutes[pattern] ?? ''] ?? 'catalogue_reads'
