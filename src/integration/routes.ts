import { operations } from '#contract/index.ts'
import { type CountedHandler, handlerBuckets } from '#contract/limits.ts'
import { mcp } from '#contract/mcp.ts'
import type { Operation } from '#contract/operation.ts'
import { numberedLists } from '#present/list-pages.ts'

// Each address of an operation that is not static has a handler, named like its first operation.
const handlers = Object.values<Operation>(operations)
  .filter(({ isStatic }) => !isStatic)
  .filter(({ path }, index, all) => all.findIndex((one) => one.path === path) === index)
  .map(({ id, path }): [string, string] => [
    `/api/v1${path.replace(/\{(\w+)\}/g, '[$1]')}`,
    `${id.replaceAll('_', '-')}.ts`,
  ])

/** The address of the filtered list of products in Astro; its public address is /products. */
export const filteredProducts = '/filtered-products'

/** Address → file in functions/. The addresses of operations come from the contract. */
export const functionRoutes: Readonly<Record<string, string>> = {
  '/api/v1': 'api-index.ts',
  ...Object.fromEntries(handlers),
  [mcp.path]: 'mcp.ts',
  '/search': 'search-page.astro',
  '/recommend': 'recommend-page.astro',
  '/detect': 'detect-page.astro',
  // /products with parameters. Without them it is a file: see function-entry.ts.
  [filteredProducts]: 'products-page.astro',
  '/compare': 'compare-page.astro',
  '/submit': 'submit-form.astro',
  '/confirm-owner': 'confirm-owner.astro',
  '/manage': 'manage-form.astro',
  '/manage/[token]': 'manage-page.astro',
  '/status': 'status-page.astro',
  '/mail-off': 'mail-off.astro',
  // Not [slug], so that it does not replace the route of the static page.
  '/product/[listing]': 'product-page.astro',
  ...Object.fromEntries([...numberedLists.keys()].map((list) => [list, 'numbered-page.astro'])),
  '/suggest': 'suggest.ts',
  '/badge/[slug].svg': 'badge.ts',
  '/view/[slug].gif': 'view.ts',
  '/api/health': 'health.ts',
  '/api/ready': 'ready.ts',
  '/api/cron': 'cron.ts',
  '/api/metrics': 'metrics.ts',
  '/api/[...path]': 'fallback.ts',
}

/** The handler whose bucket counts a page. A missing page counts as the fallback. */
export function countedHandlerAt(pattern: string): CountedHandler {
  const name = functionRoutes[pattern]?.replace(/\.\w+$/, '') ?? ''
  return isCounted(name) ? name : 'fallback'
}

function isCounted(name: string): name is CountedHandler {
  return Object.hasOwn(handlerBuckets, name)
}
