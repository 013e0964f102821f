import { docPages } from '#catalog/published.ts'
import { addresses } from '#core/addresses.ts'
import { fifoCache } from '#core/fifo-cache.ts'
import { documentation } from '#exports/documentation.ts'

/** Caches two versions of the documentation: with absolute URLs, and with paths only. */
const forms = fifoCache<string, ReturnType<typeof documentation>>(2)

/**
 * The pages of the documentation with links that begin with `site`. They are cached, because each
 * page lists all the others.
 */
export function docsFor(site: string) {
  return forms(site, () => documentation(docPages(site), addresses(site)))
}
