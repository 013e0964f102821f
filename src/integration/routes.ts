import { operations } from '#contract/index.ts'
import { type CountedHandler, handlerBuckets } from '#contract/limits.ts'
import { mcp } from '#contract/mcp.ts'
import type { Operation } from '#contract/operation.ts'
import { numberedLists } from '#present/list-pages.ts'

// Each address that no file answers has a handler, named like the first of its operations.
const handlers = Object.values<Operation>(operations)
  .filter(({ isStatic }) => !isStatic)
  .filter(({ path }, index, all) => all.findIndex((one) => one.path === path) === index)
  .map(({ id, path }): [string, string] => [
    `/api/v1${path.replace(/\{(\w+)\}/g, '[$1]')}`,
    `${id.replaceAll('_', '-')}.ts`,
  ])

/** Where Astro knows the list of products with parameters, which is asked for at /products. */
export const filteredProducts = '/filtered-products'

/**
 * Address → file in functions/. Those of the operations are read off the contract.
 */
export const functionRoutes: Readonly<Record<string, string>> = {
  '/api/v1': 'api-index.ts',
  ...Object.fromEntries(handlers),
  [mcp.path]: 'mcp.ts',
  '/search': 'search-page.astro',
  '/recommend': 'recommend-page.astro',
  '/detect': 'detect-page.astro',
  // /products with parameters; the page without them is a file: see function-entry.ts.
  [filteredProducts]: 'products-page.astro',
  '/compare': 'compare-page.astro',
  '/submit': 'submit-form.astro',
  '/confirm-owner': 'confirm-owner.astro',
  '/manage': 'manage-form.astro',
  '/manage/[token]': 'manage-page.astro',
  '/status': 'status-page.astro',
  '/mail-off': 'mail-off.astro',
  // Another name for the parameter than the static page has: that route must not be replaced.
  '/product/[listing]': 'product-page.astro',
  ...Object.fromEntries([...numberedLists.keys()].map((list) => [list, 'numbered-page.astro'])),
  '/badge/[slug].svg': 'badge.ts',
  '/view/[slug].gif': 'view.ts',
  '/api/health': 'health.ts',
  '/api/ready': 'ready.ts',
  '/api/cron': 'cron.ts',
  '/api/metrics': 'metrics.ts',
  '/api/[...path]': 'fallback.ts',
}

/** What counts a page, by the pattern of its address; the page of what is missing counts as the fallback. */
export function countedHandlerAt(pattern: string): CountedHandler {
  const name = functionRoutes[pattern]?.replace(/\.\w+$/, '') ?? ''
  return isCounted(name) ? name : 'fallback'
}

function isCounted(name: string): name is CountedHandler {
  return Object.hasOwn(handlerBuckets, name)
}
