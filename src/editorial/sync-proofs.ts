import type { Content } from '#content-files/load.ts'
import type { Trx } from '#db/connection/connect.ts'
import { markChanged } from '#db/queries/changelog.ts'
import { lockListings } from '#db/queries/content.ts'
import { listProofs, replaceProofs } from '#db/queries/proofs.ts'
import { stableJson } from './stable-json.ts'

/**
 * Updates the proofs of curated listings from content/proofs and content/histories. A newer check does not count as a
 * correction of the listing.
 */
export async function syncProofs(
  trx: Trx,
  { proofs, histories }: Pick<Content, 'proofs' | 'histories'>,
): Promise<void> {
  const historyOf = new Map(
    histories.map(({ slug, value: { repository: _r, commit: _c, ...shown } }) => [slug, shown]),
  )
  const files = new Map(
    proofs.map(({ slug, value }) => [
      slug,
      { ...columnsOf(value), history: historyOf.get(slug) ?? null },
    ]),
  )
  const changed = (await listProofs(trx)).filter(({ id: _, slug, ...row }) => {
    const file = files.get(slug)
    return stableJson(file) !== (row.repository === null ? stableJson(undefined) : stableJson(row))
  })
  if (changed.length === 0) return
  const ids = changed.map(({ id }) => id)
  await lockListings(trx, ids)
  const rows = changed.flatMap(({ id, slug }) => {
    const file = files.get(slug)
    if (!file) return []
    const history = file.history && JSON.stringify(file.history)
    return [{ ...file, product_id: id, tools: JSON.stringify(file.tools), history }]
  })
  await replaceProofs(trx, ids, rows)
  await markChanged(trx, ids)
}

function columnsOf(file: Content['proofs'][number]['value']) {
  const { also_found: _, last_activity, checked_at, ...same } = file
  const tools = file.tools.map(({ source, ...shown }) => ({
    ...shown,
    path: source?.path ?? null,
    line: source?.line ?? null,
    ...(source?.repository ? { repository: source.repository, commit: source.commit } : {}),
  }))
  return {
    ...same,
    last_activity: last_activity === null ? null : new Date(last_activity),
    checked_at: new Date(checked_at),
    tools,
  }
}
