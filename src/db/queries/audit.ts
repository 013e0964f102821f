import type { Db } from '#db/connection/connect.ts'

/** Records who did what to which listing. */
export async function recordAction(
  db: Db,
  entry: {
    actor: string
    action: string
    product_id: string | null
    detail?: Record<string, unknown>
  },
): Promise<void> {
  await db
    .insertInto('audit')
    .values({ ...entry, detail: JSON.stringify(entry.detail ?? {}) })
    .execute()
}
