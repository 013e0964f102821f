import type { Transaction } from 'kysely'
import type { Content } from '#content-files/load.ts'
import { markChanged } from '#db/changelog.ts'
import { lockListings } from '#db/content.ts'
import { listProofs, replaceProofs } from '#db/proofs.ts'
import type { Database } from '#db/schema.ts'
import { stableJson } from './stable-json.ts'

/**
 * Updates the proofs of curated listings from content/proofs. A newer check does not count as a
 * correction of the listing.
 */
export async function syncProofs(
  trx: Transaction<Database>,
  proofs: Content['proofs'],
): Promise<void> {
  const files = new Map(proofs.map(({ slug, value }) => [slug, columnsOf(value)]))
  const changed = (await listProofs(trx)).filter(({ id: _, slug, ...row }) => {
    const file = files.get(slug)
    return stableJson(file) !== (row.repository === null ? stableJson(undefined) : stableJson(row))
  })
  if (changed.length === 0) return
  const ids = changed.map(({ id }) => id)
  await lockListings(trx, ids)
  const rows = changed.flatMap(({ id, slug }) => {
    const file = files.get(slug)
    return file ? [{ ...file, product_id: id, tools: JSON.stringify(file.tools) }] : []
  })
  await replaceProofs(trx, ids, rows)
  await markChanged(trx, ids)
}

function columnsOf(file: Content['proofs'][number]['value']) {
  const { repository, commit, licence, archived, last_activity, checked_at } = file
  const tools = file.tools.map(({ slug, state, level, source }) => ({
    slug,
    state,
    level,
    path: source?.path ?? null,
    line: source?.line ?? null,
  }))
  return {
    repository,
    commit,
    licence,
    archived,
    last_activity: last_activity === null ? null : new Date(last_activity),
    checked_at: new Date(checked_at),
    tools,
  }
}
