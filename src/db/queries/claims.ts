// Claims of ownership: who claims what, what proves it, and since when it is missing.
import { type UpdateObject, sql } from 'kysely'
import type { ClaimState, ClaimWay, OwnerClaimStatus } from '#contract/enums.ts'
import type { Db, Trx } from '#db/connection/connect.ts'
import type { Database, SeenProof } from '#db/migrations/schema.ts'
import { databaseNow as now, setListing } from './decisions.ts'

/** Stores a claim that nobody has proved yet. */
export async function insertClaim(
  trx: Trx,
  claim: {
    id: string
    email: string
    token_hash: string
    product_id: string | null
    domain: string | null
    registrable_domain: string | null
  },
): Promise<void> {
  await trx.insertInto('claims').values(claim).execute()
}

/** A claim by its id, which is the part of an address: Postgres refuses a text with a NUL. */
export async function findClaim(db: Db, id: string) {
  if (!/^[\da-f]{32}$/.test(id)) return undefined
  return db.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirst()
}

export type Claim = NonNullable<Awaited<ReturnType<typeof findClaim>>>

/** A claim by the hash of its manage link's token. */
export function findClaimByToken(db: Db, tokenHash: string) {
  return db.selectFrom('claims').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** A claim by its id, locked. Lock the listing first. */
export function lockClaim(trx: Trx, id: string) {
  return trx.selectFrom('claims').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** The proved claim of a listing. */
export function findProvedClaim(db: Db, productId: string) {
  return db
    .selectFrom('claims')
    .selectAll()
    .where('product_id', '=', productId)
    .where('state', '=', 'proved')
    .executeTakeFirst()
}

/** The listing of a claim, public or pending, with what its places derive from. */
export function findClaimed(db: Db, { product_id, domain }: Pick<Claim, 'product_id' | 'domain'>) {
  return claimable(db)
    .where(product_id === null ? 'products.domain' : 'products.id', '=', product_id ?? domain)
    .executeTakeFirst()
}

/** The public listing with this slug, with what the places of a claim derive from. */
export function findClaimable(db: Db, slug: string) {
  return claimable(db)
    .where('products.slug', '=', slug)
    .where('products.status', '=', 'approved')
    .executeTakeFirst()
}

function claimable(db: Db) {
  return db
    .selectFrom('products')
    .leftJoin('proofs', 'proofs.product_id', 'products.id')
    .select(['products.id', 'slug', 'name', 'domain', 'registrable_domain'])
    .select(
      // A listing without a proof may name the repository that was read, or be a repository.
      sql<
        string | null
      >`coalesce(proofs.repository, products.reading->>'repository', products.url)`.as(
        'repository',
      ),
    )
    .leftJoin('proof_checks', 'proof_checks.product_id', 'products.id')
    .select('proof_checks.kept')
    .where('products.status', 'in', ['pending', 'approved'])
}

/** How long a proof is trusted until it is looked at again. */
const lookAgainDays = 7

/** Marks a claim as proved, and as seen. */
export async function setClaimProved(
  trx: Trx,
  id: string,
  proved: { product_id: string; way: ClaimWay; proof: SeenProof; took_over: boolean },
): Promise<void> {
  await setClaim(trx, id, {
    ...proved,
    proof: JSON.stringify(proved.proof),
    state: 'proved',
    proved_at: now,
    ...seen,
    ended_at: null,
  })
}

/** Writes columns of one claim. */
export async function setClaim(
  db: Db,
  id: string,
  columns: UpdateObject<Database, 'claims'>,
): Promise<void> {
  await db.updateTable('claims').set(columns).where('id', '=', id).execute()
}

const seen = {
  seen_at: now,
  missed_at: null,
  missing_since: null,
  next_look_at: sql<Date>`clock_timestamp() + make_interval(days => ${lookAgainDays}::int)`,
}

/** Ends a claim whose proof was seen but gives it nothing, or has it wait for an editor. */
export async function setClaimHeld(
  trx: Trx,
  id: string,
  held: { state: ClaimState; product_id: string; way: ClaimWay; proof: SeenProof },
): Promise<void> {
  await setClaim(trx, id, { ...held, proof: JSON.stringify(held.proof), ended_at: now })
}

/** Ends a claim. */
export async function endClaim(trx: Trx, id: string, state: 'replaced' | 'lapsed'): Promise<void> {
  await setClaim(trx, id, { state, ended_at: now, next_look_at: null })
}

/**
 * Makes an e-mail address that of the listing's owner. `isOther`: it was not before, so everything
 * that opened the listing to its former owner ends.
 */
export async function setOwner(
  trx: Trx,
  owner: { product_id: string; email: string; isOther: boolean; isDomain: boolean },
): Promise<void> {
  const { product_id, email, isOther, isDomain } = owner
  const status: OwnerClaimStatus = isDomain ? 'domain_verified' : 'unverified'
  await trx
    .insertInto('owner_claims')
    .values({ product_id, email, status, verified_at: isDomain ? now : null })
    .onConflict((conflict) =>
      conflict.column('product_id').doUpdateSet({
        email,
        // A status that is as good stays, if the owner is the same.
        ...(isOther || isDomain ? { status, verified_at: isDomain ? now : null } : {}),
        ...(isOther ? { token_hash: null, token_expires_at: null } : {}),
      }),
    )
    .execute()
  if (!isOther) return
  await setListing(trx, product_id, { submitter_email: email })
  await endManageLinks(trx, product_id)
}

/** Removes the owner of a listing, with everything that opened it to them. */
export async function removeOwner(trx: Trx, product_id: string): Promise<void> {
  await setListing(trx, product_id, { submitter_email: null })
  await trx.deleteFrom('owner_claims').where('product_id', '=', product_id).execute()
  await endManageLinks(trx, product_id)
}

/** Takes back what a proof of the domain said about an owner, who stays. */
export async function setOwnerUnverified(trx: Trx, product_id: string): Promise<void> {
  await trx
    .updateTable('owner_claims')
    .set({ status: 'unverified', verified_at: null })
    .where('product_id', '=', product_id)
    .where('status', '=', 'domain_verified')
    .execute()
}

async function endManageLinks(trx: Trx, product_id: string): Promise<void> {
  await trx.deleteFrom('manage_tokens').where('product_id', '=', product_id).execute()
}

/** The ids of the listings that an e-mail address has claimed, with a proof. */
export async function listClaimed(trx: Trx, email: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('claims')
    .select('product_id')
    .where('email', '=', email.toLowerCase())
    .where('state', '=', 'proved')
    .execute()
  return rows.flatMap(({ product_id }) => product_id ?? [])
}

/** Whether the owner of a listing showed its domain without a claim, or an editor vouches for them. */
export async function isOwnerVerified(trx: Trx, product_id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('owner_claims')
    .select('status')
    .where('product_id', '=', product_id)
    .where('status', 'in', ['domain_verified', 'editor_verified'])
    .executeTakeFirst()
  return row !== undefined
}

const due = (at: Date) => sql`from claims c join products p on p.id = c.product_id
  where c.state = 'proved' and c.next_look_at <= ${at} and p.status in ('pending', 'approved')`

/** Takes the proved claim that is longest due for a look; no other process gets it for an hour. */
export async function takeDueClaim(db: Db, at: Date): Promise<string | undefined> {
  const until = new Date(at.getTime() + 3_600_000)
  const { rows } = await sql<{ id: string }>`
    update claims set next_look_at = ${until} where id = (
      select c.id ${due(at)} order by c.next_look_at limit 1 for update of c skip locked)
    returning id`.execute(db)
  return rows[0]?.id
}

/** How many claims are due for a look. */
export async function countDueClaims(db: Db, at: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${due(at)}`.execute(
    db,
  )
  return rows[0]!.count
}

/** Records that the proof of a claim was seen again, at this time. */
export async function setClaimSeen(db: Db, id: string, at: Date): Promise<void> {
  const next_look_at = new Date(at.getTime() + lookAgainDays * 86_400_000)
  await setClaim(db, id, { seen_at: at, missed_at: null, missing_since: null, next_look_at })
}
