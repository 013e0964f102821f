import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection/connect.ts'

/** Stores the hash of a manage link's token, and deletes some expired tokens. */
export async function insertManageToken(
  trx: Trx,
  { product_id, token_hash, days }: { product_id: string; token_hash: string; days: number },
): Promise<void> {
  await sql`
    with forgotten as (
      delete from manage_tokens where token_hash in (
        select token_hash from manage_tokens where expires_at < now()
        order by expires_at limit 20 for update skip locked))
    insert into manage_tokens (product_id, token_hash, expires_at)
    values (${product_id}, ${token_hash}, now() + make_interval(days => ${days}::int))`.execute(trx)
}

// Pending and approved listings only: rejected and withdrawn listings are shown to nobody, not even
// to their owner.
function ownersView(db: Db) {
  return db
    .selectFrom('products')
    .leftJoin('owner_claims', 'owner_claims.product_id', 'products.id')
    .selectAll('products')
    .select('owner_claims.status as owner_status')
    .where('products.status', 'in', ['pending', 'approved'])
}

/** The listing that a manage link opens; undefined if unknown, or expired before `at`. */
export function findManaged(db: Db, { tokenHash, at }: { tokenHash: string; at: Date }) {
  return ownersView(db)
    .innerJoin('manage_tokens', 'manage_tokens.product_id', 'products.id')
    .where('manage_tokens.token_hash', '=', tokenHash)
    .where('expires_at', '>', at)
    .executeTakeFirst()
}

/** The listing for its owner, by its slug and the e-mail address that submitted it. */
export function findOwned(db: Db, { slug, email }: { slug: string; email: string }) {
  return ownersView(db)
    .where('products.slug', '=', slug)
    .where('submitter_email', '=', email)
    .executeTakeFirst()
}

/**
 * The listing with this slug, if this e-mail address submitted it, to send its manage link again.
 * Undefined if a link was sent after `since`.
 */
export function findToSendLink(
  db: Db,
  { slug, email, since }: { slug: string; email: string; since: Date },
) {
  return db
    .selectFrom('products')
    .select(['id', 'name'])
    .where('slug', '=', slug)
    .where('submitter_email', '=', email)
    .where('status', 'in', ['pending', 'approved'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('outbox')
            .select('outbox.id')
            .whereRef('outbox.product_id', '=', 'products.id')
            .where('kind', '=', 'manage-link')
            .where('outbox.created_at', '>', since),
        ),
      ),
    )
    .executeTakeFirst()
}
