import { sql } from 'kysely'
import type { Db } from '#db/connection/connect.ts'

/**
 * Why no mail may go to an e-mail address: its owner switched mails off, or the mail provider
 * refused it. `offHash` is the hash of the address in the table `mail_off`.
 */
export async function findMailBlock(
  db: Db,
  { to_email, offHash }: { to_email: string; offHash: string | undefined },
): Promise<'off' | 'refused' | undefined> {
  const { rows } = await sql<{ is_off: boolean; is_refused: boolean }>`
    select
      exists (select from mail_off where hash = ${offHash ?? null}::text) as is_off,
      exists (
        select from outbox refused
        where lower(refused.to_email) = lower(${to_email}) and refused.refused_at is not null
        -- A mail delivered later shows that the address is good again.
        and not exists (
          select from outbox later
          where lower(later.to_email) = lower(${to_email}) and later.sent_at > refused.refused_at
        )
      ) as is_refused`.execute(db)
  const { is_off, is_refused } = rows[0]!
  if (is_off) return 'off'
  return is_refused ? 'refused' : undefined
}

/** Switches mails to an e-mail address off, or on again. */
export async function switchMails(
  db: Db,
  { hash, isOff, at }: { hash: string; isOff: boolean; at: Date },
): Promise<void> {
  if (isOff)
    await db
      .insertInto('mail_off')
      .values({ hash, at })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else await db.deleteFrom('mail_off').where('hash', '=', hash).execute()
}

/** Whether mails to the e-mail address with this hash are switched off. */
export async function areMailsOff(db: Db, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('mail_off')
    .select('at')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row !== undefined
}
