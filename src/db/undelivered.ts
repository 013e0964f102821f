import type { Db } from './connect.ts'

export type UndeliveredMail = Awaited<ReturnType<typeof listUndelivered>>[number]

/**
 * The mails that were not delivered, the oldest first. What they say is not told: it holds the
 * owners' links.
 */
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
        'outbox.next_attempt_at',
        'outbox.last_error',
        'outbox.created_at',
      ])
      .where('outbox.sent_at', 'is', null)
      // Whoever wants none has none that waits.
      .where('outbox.suppressed_at', 'is', null)
      .orderBy('outbox.id')
      .execute()
  )
}
