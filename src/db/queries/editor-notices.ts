import { sql } from 'kysely'
import type { Db } from '#db/connection/connect.ts'

/**
 * Claims the next notice to editors, if work came since the last one (`newest` is the newest) and
 * that was `gapSeconds` ago. Of concurrent rounds one gets it. Returns the time up to which editors
 * had heard of all work. The notice has to be written in the same transaction.
 */
export async function claimNotice(
  trx: Db,
  { newest, gapSeconds }: { newest: Date; gapSeconds: number },
): Promise<Date | undefined> {
  await sql`
    insert into editor_notices (channel, told_until, tried_until, tried_at)
    values ('mail', 'epoch', 'epoch', 'epoch') on conflict do nothing`.execute(trx)
  const { rows } = await sql<{ told_until: Date }>`
    update editor_notices set tried_until = ${newest}, tried_at = clock_timestamp()
    where channel = 'mail' and tried_until < ${newest}
      and tried_at <= clock_timestamp() - make_interval(secs => ${gapSeconds}::int)
    returning told_until`.execute(trx)
  const [before] = rows
  if (!before) return undefined
  await sql`update editor_notices set told_until = ${newest} where channel = 'mail'`.execute(trx)
  return before.told_until
}
