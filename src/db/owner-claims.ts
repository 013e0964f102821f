import type { OwnerClaimStatus } from '#contract/enums.ts'
import type { Db } from './connect.ts'

/** The claim that a verification link opens at this moment. Used and expired links find nothing. */
export function findOpenOwnerClaim(db: Db, { tokenHash, at }: { tokenHash: string; at: Date }) {
  return db
    .selectFrom('owner_claims')
    .innerJoin('products', 'products.id', 'owner_claims.product_id')
    .select(['owner_claims.product_id', 'email', 'name', 'domain', 'registrable_domain'])
    .where('token_hash', '=', tokenHash)
    .where('token_expires_at', '>', at)
    .where('products.status', '<>', 'rejected')
    .executeTakeFirst()
}

/**
 * Uses the link up. Returns whether this call was the one that did; a listing that was rejected
 * meanwhile stays unconfirmed.
 */
export async function setOwnerVerified(
  db: Db,
  claim: { tokenHash: string; at: Date; status: OwnerClaimStatus },
): Promise<boolean> {
  const row = await db
    .updateTable('owner_claims')
    .set({
      status: claim.status,
      verified_at: claim.at,
      token_hash: null,
      token_expires_at: null,
    })
    .where('token_hash', '=', claim.tokenHash)
    .where('token_expires_at', '>', claim.at)
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
