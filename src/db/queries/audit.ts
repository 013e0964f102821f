import type { Db } from '#db/connection/connect.ts'

/** Records who did what to which listing. Returns the number of the entry. */
export async function recordAction(
  db: Db,
  entry: {
    actor: string
    action: string
    product_id: string | null
    detail?: Record<string, unknown>
  },
): Promise<string> {
  const { id } = await db
    .insertInto('audit')
    .values({ ...entry, detail: JSON.stringify(entry.detail ?? {}) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
