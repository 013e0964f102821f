import type { Transaction } from 'kysely'
import type { Content } from '#content-files/load.ts'
import { marksOf, topicPrefix, topicWord } from '#core/topics.ts'
import { packagesOf } from '#core/tool-packages.ts'
import { takeChangelogLock } from '#db/changelog.ts'
import type { Db } from '#db/connect.ts'
import { listToolFiles, takeContentLock, upsertCategories, upsertTools } from '#db/content.ts'
import type { Database } from '#db/schema.ts'
import { listBuiltWith } from '#db/search-documents.ts'
import { setTopics } from '#db/search-topics.ts'
import { indexProducts, indexTools, reindex } from './index-search.ts'
import { rankPopularity } from './rank-popularity.ts'
import { type SyncedListings, syncListings } from './sync-listings.ts'
import { syncProofs } from './sync-proofs.ts'

/** The part of content/ that the database holds. */
export type SyncedContent = Pick<
  Content,
  'categories' | 'tools' | 'codeHosts' | 'listings' | 'topics' | 'proofs'
>

/**
 * Brings the database in line with content/: categories and tools are upserted, and curated listings
 * follow their files (decision 0017). Then search documents that are missing or of another version
 * are made, and ranked by their views.
 */
export async function syncContent(db: Db, content: SyncedContent): Promise<SyncedListings> {
  const synced = await db.transaction().execute(async (trx) => {
    await takeContentLock(trx)
    await syncTopics(trx, content.topics)
    await upsertCategories(trx, content.categories)
    const renamed = await syncTools(trx, content.tools)
    const listings = await syncListings(trx, content)
    await syncProofs(trx, content.proofs)
    await indexRenamed(trx, renamed)
    return listings
  })
  await reindex(db)
  await rankPopularity(db)
  return synced
}

// Documents hold which topics they have, so a change of the topics is written to those that it concerns.
async function syncTopics(trx: Transaction<Database>, topics: SyncedContent['topics']) {
  const marked = topics.map((topic) => ({ word: topicWord(topic.slug), marks: marksOf(topic) }))
  await setTopics(trx, marked, topicPrefix)
}

/** Returns the ids of the tools that were there and are called or described otherwise now. */
async function syncTools(
  trx: Transaction<Database>,
  files: SyncedContent['tools'],
): Promise<string[]> {
  const there = new Map(
    (await listToolFiles(trx)).map(({ id, ...tool }) => [tool.slug, { id, tool }]),
  )
  const changed = files
    .map(({ slug, value }) => ({
      slug,
      name: value.name,
      description: value.description,
      category: value.category,
      homepage: value.homepage,
      aliases: value.aliases,
      asks: value.asks,
      icon: value.icon ?? null,
      ...packagesOf(value),
    }))
    .filter((file) => JSON.stringify(file) !== JSON.stringify(there.get(file.slug)?.tool))
  await upsertTools(trx, changed)
  return changed.flatMap((file) => {
    const before = there.get(file.slug)
    return before && told(before.tool) !== told(file) ? [before.id] : []
  })
}

/** What a search document is made from. */
function told({
  name,
  description,
  aliases,
  asks,
}: {
  name: string
  description: string | null
  aliases: readonly string[]
  asks: readonly string[]
}) {
  return JSON.stringify([name, description, aliases, asks])
}

// A tool that is called something else is found by it, and so are the products built with it.
async function indexRenamed(trx: Transaction<Database>, renamed: readonly string[]) {
  if (renamed.length === 0) return
  await takeChangelogLock(trx)
  await indexTools(trx, renamed)
  await indexProducts(trx, await listBuiltWith(trx, renamed))
}
