import { docPages } from '#catalog/published.ts'
import { addresses } from '#core/addresses.ts'
import { fifoCache } from '#core/fifo-cache.ts'
import { documentation } from '#exports/documentation.ts'

/** Absolute addresses, and paths. */
const forms = fifoCache<string, ReturnType<typeof documentation>>(2)

/** The pages of the documentation, made once: each of them leads to all others. */
export function docsFor(site: string) {
  return forms(site, () => documentation(docPages(site), addresses(site)))
}
