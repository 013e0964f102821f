import { sql } from 'kysely'
import type { Db } from '#db/connection/connect.ts'
import { maxAttempts } from './outbox.ts'

export type UndeliveredMail = Awaited<ReturnType<typeof listUndelivered>>[number]

/** `waiting` is tried again. `refused` and `given_up` (failed too often) wait for an editor. */
type UndeliveredState = 'waiting' | 'refused' | 'given_up'

/** The undelivered mails, oldest first, without their payload: it has the owners' secret links. */
export function listUndelivered(db: Db) {
  return (
    db
      .selectFrom('outbox')
      .leftJoin('products', 'products.id', 'outbox.product_id')
      .select([
        'outbox.id',
        'outbox.kind',
        'products.slug',
        'outbox.to_email',
        'outbox.attempts',
        'outbox.sent_at',
        'outbox.next_attempt_at',
        'outbox.last_error',
        'outbox.created_at',
        sql<UndeliveredState>`case when refused_at is not null then 'refused'
          when attempts >= ${maxAttempts} then 'given_up' else 'waiting' end`.as('state'),
      ])
      // A bounced mail is listed, although it was sent, unless a later mail to the same address
      // arrived.
      .where(
        sql<boolean>`(sent_at is null or refused_at is not null and not exists (
          select from outbox later
          where lower(later.to_email) = lower(outbox.to_email) and later.sent_at > outbox.refused_at))`,
      )
      // A refusal at an address that the owner no longer uses does not count.
      .where(
        sql<boolean>`(refused_at is null or outbox.product_id is null or lower(submitter_email) = lower(to_email))`,
      )
      // Suppressed mails are not waiting: their recipients opted out.
      .where('outbox.suppressed_at', 'is', null)
      .orderBy('outbox.id')
      .execute()
  )
}
