import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection/connect.ts'
import { databaseNow } from './decisions.ts'

/** The undecided change that the owner of a public listing proposed. */
export function findOpenProposal(db: Db, productId: string) {
  return db
    .selectFrom('proposals')
    .select(['id', 'changes', 'created_at'])
    .where('product_id', '=', productId)
    .where('outcome', 'is', null)
    .executeTakeFirst()
}

/** What the owner wrote to the editors beside the proposal; null if nothing. */
const ownersWord = sql<string | null>`(select detail->>'message' from audit
  where audit.product_id = products.id and action = 'propose' order by audit.id desc limit 1)`

export type OpenProposal = Awaited<ReturnType<typeof listOpenProposals>>[number]

/** The undecided proposals of all listings, oldest first. */
export function listOpenProposals(db: Db) {
  return db
    .selectFrom('proposals')
    .innerJoin('products', 'products.id', 'proposals.product_id')
    .select(['product_id', 'slug', 'name', 'changes', 'proposals.created_at'])
    .select(ownersWord.as('message'))
    .where('outcome', 'is', null)
    .orderBy('proposals.id')
    .execute()
}

/** Decisions, Proposals: "One open proposal per listing; a newer one replaces it". */
export async function replaceProposal(
  trx: Trx,
  product_id: string,
  changes: Record<string, unknown>,
): Promise<void> {
  await closeProposal(trx, product_id, { outcome: 'replaced', by: 'owner' })
  await trx
    .insertInto('proposals')
    .values({ product_id, changes: JSON.stringify(changes) })
    .execute()
}

/** Closes the undecided proposal of a listing, if there is one. */
export async function closeProposal(
  trx: Trx,
  product_id: string,
  end: {
    outcome: 'accepted' | 'declined' | 'replaced' | 'taken_back' | 'left'
    by: string
    reason?: string | null
  },
): Promise<void> {
  await trx
    .updateTable('proposals')
    .set({
      outcome: end.outcome,
      decided_by: end.by,
      reason: end.reason ?? null,
      decided_at: databaseNow,
    })
    .where('product_id', '=', product_id)
    .where('outcome', 'is', null)
    .execute()
}
