import type { Content } from '#content-files/load.ts'
import { packagesOf } from '#core/tool-packages.ts'
import type { Db, Trx } from '#db/connection/connect.ts'
import {
  listToolFiles,
  takeContentLock,
  upsertCategories,
  upsertTools,
} from '#db/queries/content.ts'
import { type SyncedListings, syncListings } from './sync-listings.ts'
import { syncProofs } from './sync-proofs.ts'

/** The parts of content/ that the database stores. */
export type SyncedContent = Pick<
  Content,
  'categories' | 'tools' | 'codeHosts' | 'listings' | 'weekly' | 'proofs' | 'histories'
>

/** Updates categories, tools, curated listings and proofs from content/ (decision 0017). */
export function syncContent(db: Db, content: SyncedContent): Promise<SyncedListings> {
  return db.transaction().execute(async (trx) => {
    await takeContentLock(trx)
    await upsertCategories(trx, content.categories)
    await syncTools(trx, content.tools)
    const listings = await syncListings(trx, content)
    await syncProofs(trx, content)
    return listings
  })
}

async function syncTools(trx: Trx, files: SyncedContent['tools']): Promise<void> {
  const there = new Map(
    (await listToolFiles(trx)).map(({ id: _, ...tool }) => [tool.slug, JSON.stringify(tool)]),
  )
  const changed = files
    .map(({ slug, value }) => ({
      slug,
      name: value.name,
      description: value.description,
      category: value.category,
      homepage: value.homepage,
      aliases: value.aliases,
      topics: value.topics,
      examples: value.examples,
      icon: value.icon === undefined ? null : `${slug}.svg`,
      ...packagesOf(value),
    }))
    .filter((file) => JSON.stringify(file) !== there.get(file.slug))
  await upsertTools(trx, changed)
}
