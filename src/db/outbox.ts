import { sql } from 'kysely'
import type { Db } from './connect.ts'

/** A mail to be sent. `payload` holds the fields of its kind. */
export interface OutboxMail {
  kind: string
  product_id: string | null
  to_email: string
  payload: Record<string, unknown>
}

export interface ClaimedMail extends OutboxMail {
  id: string
  attempts: number
  /** It was refused before, and somebody named it to be tried again. */
  is_refused: boolean
}

// About two hours of tries.
export const maxAttempts = 8

/** The fields of a payload that hold a secret link. */
export const linkFields = ['manage_url', 'confirm_url'] as const

/** How long a claim holds: what a dead or frozen sender took comes free after it. */
export const leaseSeconds = 120

/**
 * Puts mails into the outbox, inside the transaction that they tell of. Returns their ids in order.
 */
export async function insertMails(db: Db, mails: readonly OutboxMail[]): Promise<string[]> {
  const values = mails.map((mail) => ({ ...mail, payload: JSON.stringify(mail.payload) }))
  const rows = await db.insertInto('outbox').values(values).returning('id').execute()
  return rows.map(({ id }) => id)
}

/** Claims these mails for sending. A lease, not a held lock. */
export function takeMails(db: Db, ids: readonly string[]): Promise<ClaimedMail[]> {
  return take(
    db,
    sql`select id from outbox where id = any(${[...ids]}::bigint[]) and ${free} for update skip locked`,
  )
}

/**
 * Claims the mails that are due, oldest first. One that was refused or that failed eight times waits
 * for an editor.
 */
export function takeDueMails(db: Db, limit: number): Promise<ClaimedMail[]> {
  return take(
    db,
    sql`select id from outbox where ${free} and refused_at is null and attempts < ${maxAttempts} and next_attempt_at <= now()
        order by next_attempt_at, id limit ${limit} for update skip locked`,
  )
}

/** How many mails wait to be sent, those whose next try is not due yet included. */
export async function countWaitingMails(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from outbox
    where sent_at is null and suppressed_at is null and refused_at is null and attempts < ${maxAttempts}`.execute(
    db,
  )
  return rows[0]!.count
}

/** The mail was delivered. */
export async function setMailSent(db: Db, id: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({
      ...emptied,
      sent_at: sql<Date>`clock_timestamp()`,
      refused_at: null,
      last_error: null,
    })
    .where('id', '=', id)
    .execute()
}

/**
 * The mail was not delivered; it is tried again after 30 seconds, then 60, and so on up to six
 * hours. `attempt` is whose failure it is: a sender that was frozen and lost its claim says nothing
 * of what another sent since, or is sending.
 */
export async function setMailFailed(
  db: Db,
  id: string,
  reason: string,
  attempt?: number,
): Promise<void> {
  await db
    .updateTable('outbox')
    .where('sent_at', 'is', null)
    .$if(attempt !== undefined, (query) => query.where('attempts', '=', attempt!))
    .set({
      locked_until: null,
      last_error: reason.slice(0, 500),
      next_attempt_at: sql<Date>`now() + least(interval '6 hours', interval '30 seconds' * power(2, least(attempts - 1, 10)))`,
    })
    .where('id', '=', id)
    .execute()
}

/** It is never sent, for this reason, also not when the reason is gone. */
export async function setMailSuppressed(db: Db, id: string, reason: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({
      ...emptied,
      suppressed_at: sql<Date>`clock_timestamp()`,
      refused_at: null,
      last_error: reason,
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Ends a mail of a listing that was taken back before anybody was sent it. False when there is none:
 * it has left, or is leaving at this moment.
 */
export async function holdBackMail(
  trx: Db,
  { product_id, kind }: { product_id: string; kind: string },
): Promise<boolean> {
  const { rows } = await sql`
    update outbox set suppressed_at = clock_timestamp(), payload = '{}', locked_until = null, last_error = null
    where product_id = ${product_id}::uuid and kind = ${kind}
      and refused_at is null and ${free}
    returning id`.execute(trx)
  return rows.length > 0
}

/**
 * Its address was refused for good, by an answer or, after it was sent, by a bounce. It is tried
 * again, without its links, when an editor names it.
 */
export async function setMailRefused(db: Db, id: string, reason: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({
      locked_until: null,
      payload: withoutLinks,
      refused_at: sql<Date>`clock_timestamp()`,
      last_error: reason.slice(0, 500),
    })
    .where('id', '=', id)
    .execute()
}

/** How sending stands. */
export interface OutboxState {
  /** Mails that nobody has tried to send, and mails that failed so far and are tried again. */
  waiting: number
  failed: number
  /** Since when the mail that is due for longest is due; null when none is. */
  due_since: Date | null
}

/** How many mails wait, and since when one should have been sent. */
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
 * Marks an address as one that takes no mails, on the newest mail to it: a bounce came later, as a
 * mail that a person has read. Nothing more is sent to it, see `findMailBlock`. Undefined when
 * nothing was ever written to it.
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

/** Takes such marks of an address back, whoever made them; what was not sent is due again. */
export async function acceptAddress(db: Db, address: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ refused_at: null, last_error: null })
    .where(sql`lower(to_email)`, '=', address.toLowerCase())
    .where('refused_at', 'is not', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

// The fields go: they hold the owner's link and what was written, and nobody needs them any more.
const emptied = { locked_until: null, payload: '{}' }

const withoutLinks = sql<string>`payload - ${[...linkFields]}::text[]`

const free = sql`sent_at is null and suppressed_at is null and (locked_until is null or locked_until < now())`

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
