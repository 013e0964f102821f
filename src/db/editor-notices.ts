import { sql } from 'kysely'
import type { Db } from './connect.ts'
import type { EditorNoticeTable } from './editor-tables.ts'

type Channel = EditorNoticeTable['channel']

/**
 * Claims the next notice of a channel, if work came since the last try (`newest` is the newest) and
 * the last try was `gapSeconds` ago. Of concurrent rounds one gets it. Returns the time
 * up to which editors have heard of all work.
 */
export async function claimNotice(
  trx: Db,
  channel: Channel,
  { newest, gapSeconds }: { newest: Date; gapSeconds: number },
): Promise<Date | undefined> {
  await sql`
    insert into editor_notices (channel, told_until, tried_until, tried_at)
    values (${channel}, 'epoch', 'epoch', 'epoch') on conflict do nothing`.execute(trx)
  const { rows } = await sql<{ told_until: Date }>`
    update editor_notices set tried_until = ${newest}, tried_at = clock_timestamp()
    where channel = ${channel} and tried_until < ${newest}
      and tried_at <= clock_timestamp() - make_interval(secs => ${gapSeconds}::int)
    returning told_until`.execute(trx)
  return rows[0]?.told_until
}

/** Records that editors have heard of all work that came before this time. */
export async function setNoticeTold(trx: Db, channel: Channel, until: Date): Promise<void> {
  await trx
    .updateTable('editor_notices')
    .set({ told_until: until })
    .where('channel', '=', channel)
    .execute()
}
