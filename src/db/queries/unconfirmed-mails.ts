import { sql } from 'kysely'
import type { Db } from '#db/connection/connect.ts'

/**
 * Whether a mail exceeds the daily limit of a mailbox that was never confirmed: the mailbox already
 * got `most` mails of the same group in 24 hours. `kinds` are one group, all others another.
 */
export async function isOneTooMany(
  db: Db,
  { id, kinds, most }: { id: string; kinds: readonly string[]; most: number },
): Promise<boolean> {
  const inGroup = (kind: string) => sql`${sql.ref(kind)} = any(${[...kinds]}::text[])`
  const { rows } = await sql`
    select from outbox mail
    where id = ${id}
      and not exists (
        select from owner_claims where mailbox(email) = mailbox(mail.to_email) and status <> 'unverified')
      -- The order of ids decides, so that concurrent mails are counted apart.
      and ${most} <= (
        select count(*) from outbox earlier
        where mailbox(earlier.to_email) = mailbox(mail.to_email) and earlier.id < mail.id
          and earlier.created_at > mail.created_at - interval '24 hours'
          and earlier.suppressed_at is null
          and (${inGroup('earlier.kind')}) = (${inGroup('mail.kind')}))`.execute(db)
  return rows.length > 0
}

/**
 * Makes other transactions wait before they write a mail to this mailbox, until this transaction
 * ends. They then see its mails.
 */
export async function lockMailbox(trx: Db, address: string): Promise<void> {
  await sql`select take_locks(array['mailbox:' || mailbox(${address})])`.execute(trx)
}
