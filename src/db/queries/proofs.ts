import { type Insertable, sql } from 'kysely'
import type { Trx } from '#db/connection/connect.ts'
import type { Database } from '#db/migrations/schema.ts'

/** Every approved curated listing, with the proof from its repository if there is one. */
export function listProofs(trx: Trx) {
  return trx
    .selectFrom('products')
    .leftJoin('proofs', 'proofs.product_id', 'products.id')
    .select(['products.id', 'slug', 'repository', 'commit', 'licence', 'archived'])
    .select(['last_activity', 'checked_at', 'tools', 'history'])
    .where('source_kind', '=', 'curated')
    .where('status', '=', 'approved')
    .orderBy('products.id')
    .execute()
}

/** Replaces the proofs of listings. */
export async function replaceProofs(
  trx: Trx,
  ids: readonly string[],
  proofs: readonly Insertable<Database['proofs']>[],
): Promise<void> {
  await trx
    .deleteFrom('proofs')
    .where('product_id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  if (proofs.length > 0)
    await trx
      .insertInto('proofs')
      .values([...proofs])
      .execute()
}
