import { sql } from 'kysely'
import type { Db } from '#db/connection/connect.ts'
import { insertApproved, insertPending, insertRejected, insertTool } from './builders.ts'

/** Values that a backup could easily corrupt, by type. */
const odd = {
  text: 'it\'s "quoted" \\ back\\nslash, {braces}, \u2028 separated, ünï 🦊\n\tand on',
  list: ['a,b', '"', '\\', '', 'null', '{}', ' spaced '],
  json: { text: 'x\u2028"\\', none: null, deep: [[1.5, -0, 1e300], {}], '': false },
  // A timestamp with microseconds, and a timestamp before Christ.
  moment: sql<Date>`'2026-02-28 23:59:59.123456+00'::timestamptz`,
  past: sql<Date>`'0044-03-15 12:00:00.5+00 BC'::timestamptz`,
  // An integer that a JavaScript number cannot represent exactly.
  id: sql<string>`9007199254740993`,
}

/** Inserts rows into every table, with the values of `odd` in columns of each type. */
export async function fillEveryTable(db: Db): Promise<void> {
  const tool = await insertTool(db, { aliases: odd.list, description: odd.text })
  const friend = await insertApproved(db, {}, [tool])
  // This row has a lower id than the row that it references, so it comes first in a backup.
  const first = { id: '00000000-0000-4000-8000-000000000000', referred_by: friend.id }
  const listed = await insertApproved(
    db,
    { ...first, overview: odd.text, launch_date: '0999-12-31', agent_tools_used: odd.list },
    [tool],
  )
  await insertRejected(db)
  const { id: product_id } = await insertPending(db, { description: odd.text, public_note: '' })
  const timestamp = new Date()
  const at = odd.moment
  const put = async (...writes: { execute: () => Promise<unknown> }[]) => {
    for (const write of writes) await write.execute()
  }
  await put(
    db.insertInto('product_custom_tools').values({ product_id, position: 0, name: "o'clock" }),
    db
      .insertInto('compatibility')
      .values({ product_id, tool_id: tool.id, position: 0, status: 'works_with', note: null }),
    db.insertInto('evidence').values({
      product_id,
      position: 0,
      type: 'docs',
      url: 'https://x.example/',
      shows: odd.text,
    }),
    db.insertInto('proofs').values({
      product_id,
      repository: 'https://github.com/x/y',
      commit: 'a'.repeat(40),
      licence: odd.text,
      last_activity: at,
      archived: null,
      checked_at: timestamp,
      tools: JSON.stringify(odd.json),
      history: JSON.stringify(odd.json),
    }),
    db.insertInto('proof_checks').values({
      product_id,
      next_at: timestamp,
      lost: odd.list,
      changes: JSON.stringify([odd.json]),
      failure: odd.text,
    }),
    db.insertInto('host_waits').values({ host: odd.text, until: at, refusals: 2 }),
    db
      .insertInto('owner_claims')
      .values({ product_id, email: 'a@x.example', token_hash: 'h', token_expires_at: at }),
    db.insertInto('manage_tokens').values({ token_hash: 'm', product_id, expires_at: timestamp }),
    db.insertInto('claims').values({
      id: 'c',
      product_id,
      email: 'a@x.example',
      state: 'proved',
      way: 'dns',
      proof: JSON.stringify(odd.json),
      token_hash: 'c',
      seen_at: at,
    }),
    db.insertInto('proposals').values({ product_id, changes: JSON.stringify(odd.json) }),
    db.insertInto('reports').values({
      product_id: listed.id,
      fact: 'text',
      message: odd.text,
      email: odd.text,
      created_at: at,
    }),
    db.insertInto('weekly_issues').values({
      number: 7,
      slug: 'seven',
      title: odd.text,
      lead_product_id: listed.id,
      product_ids: [friend.id, listed.id],
      published_at: odd.past,
    }),
    db.insertInto('changelog').values({
      type: 'product_approved',
      timestamp,
      product_id: listed.id,
      approved_at: timestamp,
    }),
    db.insertInto('removals').values({ timestamp, product_id: friend.id }),
    db.insertInto('rebuilds').values({ asked_by: 'test', next_attempt_at: at, started_at: at }),
    db.insertInto('live_build').values({ changed_at: null, live_at: timestamp }),
    db.insertInto('restriction').values({ until: at, covers: 'submissions', set_by: odd.text }),
    db.insertInto('mail_off').values({ hash: 'off', at: timestamp }),
    db.insertInto('idempotency_keys').values({ key_hash: 'k', body_hash: 'b', response: 'null' }),
    db.insertInto('limiter_events').values({ bucket: 'b', key: 'k', at }),
    db.insertInto('limiter_events').values({ bucket: 'b', key: 'k', at }),
    db.insertInto('view_seen').values({ day: '2026-02-28', product_id: friend.id, visitor: 'v' }),
    db
      .insertInto('editors')
      .values({ name: 'ada', role: 'admin', token_hash: 't', revoked_at: timestamp }),
    db.insertInto('takings').values({ product_id, editor: 'ada' }),
    db
      .insertInto('editor_notices')
      .values({ channel: 'mail', told_until: odd.past, tried_until: at, tried_at: at }),
  )
  const mail = { kind: 'receipt', to_email: 'a@x.example', payload: JSON.stringify(odd.json) }
  const undo = {
    audit_id: odd.id,
    xact: '1',
    before: JSON.stringify(odd.json),
    mail_ids: ['1', '2'],
  }
  await put(
    db.insertInto('outbox').values({ ...mail, product_id, locked_until: at }),
    db.insertInto('undos').values({ product_id, ...undo }),
  )
  await sql`insert into audit (id, actor, action, detail) overriding system value
    values (${odd.id}, 'test', 'try', ${JSON.stringify(odd.json)}::jsonb)`.execute(db)
}
