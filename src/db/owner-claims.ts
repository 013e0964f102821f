import { sql } from 'kysely'
import type { OwnerClaimStatus } from '#contract/enums.ts'
import type { Db } from './connect.ts'

/** The open claim behind a verification link. Used and expired links find nothing. */
export function findOpenOwnerClaim(db: Db, tokenHash: string) {
  return db
    .selectFrom('owner_claims')
    .innerJoin('products', 'products.id', 'owner_claims.product_id')
    .select(['owner_claims.product_id', 'email', 'name', 'domain', 'registrable_domain'])
    .where('token_hash', '=', tokenHash)
    .where('token_expires_at', '>', sql<Date>`now()`)
    .where('products.status', '<>', 'rejected')
    .executeTakeFirst()
}

/**
 * Uses the link up. Returns whether this call was the one that did; a listing that was rejected
 * meanwhile stays unconfirmed.
 */
export async function setOwnerVerified(
  db: Db,
  claim: { tokenHash: string; status: OwnerClaimStatus },
): Promise<boolean> {
  const row = await db
    .updateTable('owner_claims')
    .set({
      status: claim.status,
      verified_at: sql<Date>`clock_timestamp()`,
      token_hash: null,
      token_expires_at: null,
    })
    .where('token_hash', '=', claim.tokenHash)
    .where('token_expires_at', '>', sql<Date>`now()`)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('products')
          .select('id')
          .whereRef('products.id', '=', 'owner_claims.product_id')
          .where('status', '<>', 'rejected'),
      ),
    )
    .returning('product_id')
    .executeTakeFirst()
  return row !== undefined
}
