import { type UpdateObject, sql } from 'kysely'
import type { Db } from '#db/connection/connect.ts'
import type { Database } from '#db/migrations/schema.ts'
import { databaseNow } from './decisions.ts'

/** A mail to send. `payload` has the fields for the mail template of this `kind`. */
export interface OutboxMail {
  kind: string
  product_id: string | null
  to_email: string
  payload: Record<string, unknown>
}

export interface ClaimedMail extends OutboxMail {
  id: string
  attempts: number
  /** The provider refused the recipient before, and an editor requested another try. */
  is_refused: boolean
}

// Eight tries take about two hours, see `setMailFailed`.
export const maxAttempts = 8

/** The fields of a payload that contain a secret link. */
export const linkFields = ['manage_url', 'confirm_url'] as const

/** How long a sender may hold claimed mails: if it dies or freezes, they become free then. */
export const leaseSeconds = 120

/**
 * Puts mails into the outbox, in the transaction that causes them, to leave in so many minutes.
 * Returns their ids in order.
 */
export async function insertMails(
  db: Db,
  mails: readonly OutboxMail[],
  minutes = 0,
): Promise<string[]> {
  const values = mails.map((mail) => ({
    ...mail,
    payload: JSON.stringify(mail.payload),
    ...(minutes > 0
      ? { next_attempt_at: sql<Date>`now() + make_interval(mins => ${minutes}::int)` }
      : {}),
  }))
  const rows = await db.insertInto('outbox').values(values).returning('id').execute()
  return rows.map(({ id }) => id)
}

/** Claims these mails for sending, for `leaseSeconds`. Their rows are not locked. */
export function takeMails(db: Db, ids: readonly string[]): Promise<ClaimedMail[]> {
  return take(
    db,
    sql`select id from outbox where id = any(${[...ids]}::bigint[]) and ${free} for update skip locked`,
  )
}

/**
 * Claims the due mails, oldest first. A mail that was refused or failed eight times is left out,
 * until an editor retries it.
 */
export function takeDueMails(db: Db, limit: number): Promise<ClaimedMail[]> {
  return take(
    db,
    sql`select id from outbox where ${free} and refused_at is null and attempts < ${maxAttempts} and next_attempt_at <= now()
        order by next_attempt_at, id limit ${limit} for update skip locked`,
  )
}

/** How many mails wait to be sent, including those whose next try is not due yet. */
export async function countWaitingMails(db: Db): Promise<number> {
  const { waiting, failed } = await outboxState(db)
  return waiting + failed
}

/** The mails about a listing that wait to be sent, without the links that only their readers get. */
export function listWaitingMails(db: Db, slug: string) {
  return db
    .selectFrom('outbox')
    .innerJoin('products', 'products.id', 'outbox.product_id')
    .select(['kind', 'next_attempt_at', withoutLinks.as('payload')])
    .where('slug', '=', slug)
    .where(free)
    .where('refused_at', 'is', null)
    .orderBy('outbox.id')
    .execute()
}

/** Records that a mail was delivered. */
export function setMailSent(db: Db, id: string): Promise<void> {
  return setMail(db, id, { ...emptied, sent_at: databaseNow, refused_at: null, last_error: null })
}

/**
 * Records that a mail was not delivered. The next try is after 30 seconds, then 60, and so on up to
 * six hours. `attempt` is the number of the failed try: the row stays unchanged if another sender
 * has started a later try, because this one was frozen and lost its claim.
 */
export async function setMailFailed(
  db: Db,
  id: string,
  reason: string,
  attempt?: number,
): Promise<void> {
  await db
    .updateTable('outbox')
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .$if(attempt !== undefined, (query) => query.where('attempts', '=', attempt!))
    .set({
      locked_until: null,
      last_error: reason.slice(0, 500),
      next_attempt_at: sql<Date>`now() + least(interval '6 hours', interval '30 seconds' * power(2, least(attempts - 1, 10)))`,
    })
    .execute()
}

/** Records that a mail must never be sent, even if the reason no longer applies. */
export function setMailSuppressed(db: Db, id: string, last_error: string): Promise<void> {
  const suppressed = { suppressed_at: databaseNow, refused_at: null, last_error }
  return setMail(db, id, { ...emptied, ...suppressed })
}

/** Suppresses an unsent mail of a listing. False if none waits: it was sent, or is being sent. */
export async function holdBackMail(
  trx: Db,
  {
    product_id,
    kind,
    to_email,
  }: { product_id: string | null; kind: string; to_email?: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    update outbox set suppressed_at = clock_timestamp(), payload = '{}', locked_until = null, last_error = null
    where product_id = ${product_id}::uuid and kind = ${kind}
      and to_email = coalesce(${to_email ?? null}, to_email) and refused_at is null and ${free}
    returning id`.execute(trx)
  return rows.length > 0
}

/** Suppresses those mails that have not left. Returns how many have left or are being sent. */
export async function holdBackMails(trx: Db, ids: readonly string[]): Promise<number> {
  const those = sql`id = any(${[...ids]}::bigint[])`
  await sql`
    update outbox set suppressed_at = clock_timestamp(), payload = '{}', locked_until = null
    where ${those} and ${free}`.execute(trx)
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from outbox where ${those} and suppressed_at is null`.execute(trx)
  return rows[0]!.left
}

/**
 * Records that the recipient was refused for good, by the provider's answer or by a later bounce.
 * The mail is tried again, without its links, only if an editor requests it.
 */
export function setMailRefused(db: Db, id: string, reason: string): Promise<void> {
  const refused = { refused_at: databaseNow, last_error: reason.slice(0, 500) }
  return setMail(db, id, { ...emptied, payload: withoutLinks, ...refused })
}

async function setMail(db: Db, id: string, columns: UpdateObject<Database, 'outbox'>) {
  await db.updateTable('outbox').set(columns).where('id', '=', id).execute()
}

/** The unsent mails of the outbox. */
export interface OutboxState {
  /** `waiting`: mails before their first try. `failed`: mails that failed and are tried again. */
  waiting: number
  failed: number
  /** When the longest overdue mail became due; null if no mail is due. */
  due_since: Date | null
}

/** Counts the unsent mails, and finds the longest overdue one. */
export async function outboxState(db: Db): Promise<OutboxState> {
  const { rows } = await sql<OutboxState>`
    select (count(*) filter (where attempts = 0))::int as waiting,
      (count(*) filter (where attempts > 0))::int as failed,
      min(next_attempt_at) filter (where next_attempt_at <= now()) as due_since
    from outbox where sent_at is null and suppressed_at is null and refused_at is null
      and attempts < ${maxAttempts}`.execute(db)
  return rows[0]!
}

/**
 * Marks the newest mail to an e-mail address as refused, after a person read a bounce. Nothing more
 * is sent to that address, see `findMailBlock`. Undefined if it never got a mail.
 */
export async function refuseAddress(
  db: Db,
  address: string,
  reason: string,
): Promise<{ id: string; product_id: string | null } | undefined> {
  const { rows } = await sql<{ id: string; product_id: string | null }>`
    update outbox set refused_at = clock_timestamp(), last_error = ${reason}, locked_until = null, payload = ${withoutLinks}
    where id = (
      select id from outbox where lower(to_email) = lower(${address}) and suppressed_at is null
      order by id desc limit 1)
    returning id, product_id`.execute(db)
  return rows[0]
}

/** Removes the `refused` marks from all mails to an address; its unsent mails are due again. */
export async function acceptAddress(db: Db, address: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ refused_at: null, last_error: null })
    .where(sql`lower(to_email)`, '=', address.toLowerCase())
    .where('refused_at', 'is not', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

// Mails that are done lose their payload: it holds the owner's link and texts.
const emptied = { locked_until: null, payload: '{}' }

const withoutLinks = sql<string>`payload - ${[...linkFields]}::text[]`

const free = sql<boolean>`sent_at is null and suppressed_at is null and (locked_until is null or locked_until < now())`

async function take(db: Db, due: ReturnType<typeof sql>): Promise<ClaimedMail[]> {
  const { rows } = await sql<ClaimedMail>`
    with due as (${due})
    update outbox set locked_until = now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1
    from due where outbox.id = due.id
    returning outbox.id, kind, product_id, to_email, payload, attempts, refused_at is not null as is_refused`.execute(
    db,
  )
  return rows.sort((a, b) => Number(a.id) - Number(b.id))
}
