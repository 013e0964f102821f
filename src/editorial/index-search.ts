import type { Transaction } from 'kysely'
import { claimShown, verifiedUseCase } from '#core/claim.ts'
import { trustPoints } from '#core/ranking.ts'
import { documentVersion, productDocument, toolDocument } from '#core/search-document.ts'
import { sourceQuality } from '#core/trust.ts'
import { takeChangelogLock } from '#db/changelog.ts'
import type { Db } from '#db/connect.ts'
import { setStandings } from '#db/recommend.ts'
import type { Database } from '#db/schema.ts'
import { setSearchDocuments } from '#db/search.ts'
import { findUnindexed, listProductsToIndex, listToolsToIndex } from '#db/search-documents.ts'

/** So many documents are one statement: at any size of the directory it is a small one. */
const batch = 500

/** Writes what a search looks at for these tools. */
export async function indexTools(
  trx: Transaction<Database>,
  ids: readonly string[],
): Promise<void> {
  for (const some of inBatches(ids)) {
    const documents = (await listToolsToIndex(trx, some)).map((tool) => ({
      kind: 'tool' as const,
      id: tool.id,
      slug: tool.slug,
      name: tool.name,
      view_count: 0,
      ...toolDocument(tool),
    }))
    await setSearchDocuments(trx, documents)
  }
}

/**
 * Writes what searches and recommendations look at for these products, of which only the approved
 * ones are found.
 */
export async function indexProducts(
  trx: Transaction<Database>,
  ids: readonly string[],
): Promise<void> {
  for (const some of inBatches(ids)) {
    const trusted = (await listProductsToIndex(trx, some)).map(claimShown).map((product) => ({
      ...product,
      agent_use_case: verifiedUseCase(product),
      standing: trustPoints({ ...product, source_quality: sourceQuality(product) }),
    }))
    const documents = trusted.map((product) => ({
      kind: 'product' as const,
      id: product.id,
      slug: product.slug,
      name: product.name,
      view_count: product.view_count,
      tool_ids: product.tools.map(({ id }) => id),
      standing: product.standing,
      agent_use_case: product.agent_use_case,
      ...productDocument(product),
    }))
    await setSearchDocuments(trx, documents)
    await setStandings(trx, trusted)
  }
}

/**
 * Makes the documents that are missing or that other code made, each batch in a transaction of its
 * own: an editor who decides meanwhile waits for one batch, not for all. Returns how many.
 */
export async function reindex(db: Db): Promise<number> {
  let written = 0
  for (;;) {
    const found = await db.transaction().execute(async (trx) => {
      // Who decides writes documents under this lock: in another order the two would wait for each
      // other.
      await takeChangelogLock(trx)
      const { tools, products } = await findUnindexed(trx, documentVersion, batch)
      await indexTools(trx, tools)
      await indexProducts(trx, products)
      return tools.length + products.length
    })
    if (found === 0) return written
    written += found
  }
}

function inBatches(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / batch)
  return Array.from({ length: count }, (_, index) => ids.slice(index * batch, (index + 1) * batch))
}
