import type { OwnerClaimStatus } from '#contract/enums.ts'
import type { Db, Trx } from '#db/connection/connect.ts'
import { databaseNow } from './decisions.ts'

/** The owner claim whose verification link has this token; undefined for used and expired links. */
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
 * Uses a verification link up and marks its owner as verified. Returns false if another call used
 * the link first, or if the listing was rejected meanwhile.
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

/** Marks an owner as verified by an editor, and ends an open link. Returns the previous status. */
export async function setVerifiedByEditor(
  trx: Trx,
  { product_id, email }: { product_id: string; email: string },
): Promise<OwnerClaimStatus> {
  const before = await trx
    .selectFrom('owner_claims')
    .select('status')
    .where('product_id', '=', product_id)
    .forUpdate()
    .executeTakeFirst()
  if (before?.status === 'editor_verified') return before.status
  const verified = {
    status: 'editor_verified' as const,
    verified_at: databaseNow,
    token_hash: null,
    token_expires_at: null,
  }
  await trx
    .insertInto('owner_claims')
    .values({ product_id, email, ...verified })
    .onConflict((conflict) => conflict.column('product_id').doUpdateSet(verified))
    .execute()
  return before?.status ?? 'unverified'
}
