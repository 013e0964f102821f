import { type Transaction, sql } from 'kysely'
import type { OwnerClaimStatus } from '#contract/enums.ts'
import type { Db } from './connect.ts'
import type { Database } from './schema.ts'

/** The token with which an owner proves control of the domain. */
export function findDomainToken(db: Db, productId: string) {
  return db
    .selectFrom('owner_claims')
    .innerJoin('products', 'products.id', 'owner_claims.product_id')
    .select(['domain_token', 'domain', 'registrable_domain', 'owner_claims.status'])
    .where('product_id', '=', productId)
    .executeTakeFirst()
}

/** Records that the domain proves the owner. A status set by an editor stays. */
export async function setDomainVerified(db: Db, productId: string): Promise<void> {
  await db
    .updateTable('owner_claims')
    .set({ status: 'domain_verified', verified_at: sql<Date>`clock_timestamp()` })
    .where('product_id', '=', productId)
    .where('status', 'in', ['unverified', 'email_verified'])
    .execute()
}

/** The claim that a verification link opens at this time; undefined for used and expired links. */
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

/** Uses the link up; false if another call did, or if the listing was rejected meanwhile. */
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

/**
 * Records that an editor vouches for the owner, and uses up an open link. Returns the previous
 * status.
 */
export async function setVerifiedByEditor(
  trx: Transaction<Database>,
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
    verified_at: sql<Date>`clock_timestamp()`,
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
