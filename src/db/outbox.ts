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
}

/**
 * Puts mails into the outbox, inside the transaction that they tell of. Returns their ids in order.
 */
export async function insertMails(db: Db, mails: readonly OutboxMail[]): Promise<string[]> {
  const values = mails.map((mail) => ({ ...mail, payload: JSON.stringify(mail.payload) }))
  const rows = await db.insertInto('outbox').values(values).returning('id').execute()
  return rows.map(({ id }) => id)
}

/**
 * Claims these mails for sending. A lease, not a held lock: what a dead sender claimed comes free
 * after two minutes.
 */
export function takeMails(db: Db, ids: readonly string[]): Promise<ClaimedMail[]> {
  return take(
    db,
    sql`select id from outbox where id = any(${[...ids]}::bigint[]) and ${free} for update skip locked`,
  )
}

/**
 * Claims the mails that are due, oldest first. After eight attempts (about two days) a mail waits
 * for an editor.
 */
export function takeDueMails(db: Db, limit: number): Promise<ClaimedMail[]> {
  return take(
    db,
    sql`select id from outbox where ${free} and attempts < 8 and next_attempt_at <= now()
        order by next_attempt_at, id limit ${limit} for update skip locked`,
  )
}

/** The mail was delivered. */
export async function setMailSent(db: Db, id: string): Promise<void> {
  await db
    .updateTable('outbox') // The fields go: they hold the owner's link and what was written, and nobody needs them once the mail is out.
    .set({
      sent_at: sql<Date>`clock_timestamp()`,
      locked_until: null,
      last_error: null,
      payload: '{}',
    })
    .where('id', '=', id)
    .execute()
}

/**
 * The mail was not delivered; it is tried again after 30 seconds, then 60, and so on up to six
 * hours.
 */
export async function setMailFailed(db: Db, id: string, reason: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({
      locked_until: null,
      last_error: reason.slice(0, 500),
      next_attempt_at: sql<Date>`now() + least(interval '6 hours', interval '30 seconds' * power(2, least(attempts - 1, 10)))`,
    })
    .where('id', '=', id)
    .execute()
}

const free = sql`sent_at is null and (locked_until is null or locked_until < now())`

async function take(db: Db, due: ReturnType<typeof sql>): Promise<ClaimedMail[]> {
  const { rows } = await sql<ClaimedMail>`
    with due as (${due})
    update outbox set locked_until = now() + interval '2 minutes', attempts = attempts + 1
    from due where outbox.id = due.id
    returning outbox.id, kind, product_id, to_email, payload, attempts`.execute(db)
  return rows.sort((a, b) => Number(a.id) - Number(b.id))
}
