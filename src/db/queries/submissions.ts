import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '#db/connection/connect.ts'
import type { Database } from '#db/migrations/schema.ts'

/** A rate limit for one client: at most `tokens` events in `seconds`. `key` is a keyed hash. */
export interface Slot {
  bucket: string
  key: string
  tokens: number
  seconds: number
}

/**
 * Takes one slot in each bucket, or in none. Returns 0, or the seconds until all buckets have room.
 * In a transaction, the buckets stay locked until its end.
 */
export async function takeSlots(db: Db, slots: readonly Slot[], isTaking = true): Promise<number> {
  const column = <K extends keyof Slot>(name: K) => slots.map((slot) => slot[name])
  const { rows } = await sql<{ wait: number }>`
    select take_slots(${column('bucket')}::text[], ${column('key')}::text[],
      ${column('tokens')}::int[], ${column('seconds')}::int[], ${isTaking}) as wait`.execute(db)
  return rows[0]!.wait
}

/** Gives back the newest slot of each bucket. */
export async function giveSlotsBack(db: Db, slots: readonly Slot[]): Promise<void> {
  for (const { bucket, key } of slots)
    await sql`delete from limiter_events where ctid in (select ctid from limiter_events
      where bucket = ${bucket} and key = ${key} order by at desc limit 1 for update skip locked)`.execute(
      db,
    )
}

/** The wait that `takeSlots` would return, without taking a slot. */
export function waitForSlots(db: Db, slots: readonly Slot[]): Promise<number> {
  return takeSlots(db, slots, false)
}

/**
 * Finds the rows that prevent a submission, apart from rate limits: a stored answer, a duplicate, or
 * taken slugs. The named locks are taken first, in a fixed order, and held until the end of the
 * transaction, so that the answer stays true until the commit.
 */
export async function findObstacles(
  trx: Trx,
  question: {
    locks: readonly string[]
    domain: string
    slugStem: string
    keyHash: string | null
  },
) {
  const { locks, domain, slugStem, keyHash } = question
  const { rows } = await sql<{
    idempotent: { body_hash: string; response: Record<string, unknown> } | null
    duplicate: { slug: string; status: 'pending' | 'approved' } | null
    taken_slugs: string[]
  }>`
    select * from submission_obstacles(
      ${[...locks]}::text[], ${domain}, ${slugStem}, ${keyHash}::text)`.execute(trx)
  return rows[0]!
}

export interface NewSubmission {
  product: Insertable<Database['products']> & { id: string }
  toolIds: readonly string[]
  customTools: readonly string[]
  ownerClaim: { email: string; token_hash: string; days: number }
  manageToken: { token_hash: string; days: number }
  mails: readonly { kind: string; payload: Record<string, unknown> }[]
  idempotency: { key_hash: string; body_hash: string; response: Record<string, unknown> } | null
}

/** Writes a pending listing and all its rows in one statement. Returns the ids of its mails. */
export async function insertSubmission(trx: Trx, submission: NewSubmission): Promise<string[]> {
  const { product, toolIds, customTools, ownerClaim, manageToken, mails, idempotency } = submission
  const { rows } = await sql<{ id: string }>`
    with product as (${trx.insertInto('products').values(product).returning('id')}),
    tools as (
      insert into product_tools (product_id, tool_id, position)
      select product.id, t.id, t.position - 1 from product, unnest(${[...toolIds]}::uuid[]) with ordinality as t (id, position)),
    custom_tools as (
      insert into product_custom_tools (product_id, name, position)
      select product.id, t.name, t.position - 1 from product, unnest(${[...customTools]}::text[]) with ordinality as t (name, position)),
    owner_claim as (
      insert into owner_claims (product_id, email, token_hash, token_expires_at)
      select id, ${ownerClaim.email}, ${ownerClaim.token_hash}, now() + make_interval(days => ${ownerClaim.days}::int) from product),
    manage_token as (
      insert into manage_tokens (product_id, token_hash, expires_at)
      select id, ${manageToken.token_hash}, now() + make_interval(days => ${manageToken.days}::int) from product),
    idempotency as (
      insert into idempotency_keys (key_hash, body_hash, response)
      select k.key_hash, k.body_hash, k.response
      from jsonb_to_recordset(${JSON.stringify(idempotency ? [idempotency] : [])}::jsonb) as k (key_hash text, body_hash text, response jsonb)
      on conflict (key_hash) do update set body_hash = excluded.body_hash, response = excluded.response, created_at = clock_timestamp()),
    forgotten as (
      delete from idempotency_keys where ctid in (
        select ctid from idempotency_keys where created_at < now() - interval '25 hours' order by created_at limit 20 for update skip locked)),
    audited as (
      insert into audit (actor, action, product_id) select 'submitter', 'submit', id from product)
    insert into outbox (kind, product_id, to_email, payload)
    select m.kind, product.id, ${ownerClaim.email}, m.payload
    from product, jsonb_to_recordset(${JSON.stringify(mails)}::jsonb) as m (kind text, payload jsonb)
    returning id`.execute(trx)
  return rows.map(({ id }) => id).sort((a, b) => Number(a) - Number(b))
}

/** Stores the final response for an idempotency key, with the result of sending the mails. */
export async function setIdempotentResponse(
  db: Db,
  keyHash: string,
  response: Record<string, unknown>,
): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ response: JSON.stringify(response) })
    .where('key_hash', '=', keyHash)
    .execute()
}
