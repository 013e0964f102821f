import { type RawBuilder, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { insertPending } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { rowOf } from '#testing/rows.ts'
import { type Expiring, countExpired, expiring, sweepSome } from './sweep.ts'

const database = testDatabase()

/** Inserts a row into each table that expired `seconds` ago, or will expire in that time. */
const rows: Record<
  Expiring,
  (name: string, productId: string, ago: number) => RawBuilder<unknown>
> = {
  idempotency_keys: (name, _, ago) => sql`
      insert into idempotency_keys (key_hash, body_hash, response, created_at)
      values (${name}, '', '{}', now() - interval '25 hours' - make_interval(secs => ${ago}))`,
  limiter_events: (name, _, ago) => sql`
      insert into limiter_events (bucket, key, at)
      values ('submit_email', ${name}, now() - interval '25 hours' - make_interval(secs => ${ago}))`,
  manage_tokens: (name, id, ago) => sql`
      insert into manage_tokens (token_hash, product_id, expires_at)
      values (${name}, ${id}, now() - make_interval(secs => ${ago}))`,
  claims: (name, id, ago) => sql`
      insert into claims (id, product_id, email, token_hash, created_at)
      values (${name}, ${id}, 'ada@acme.example', ${name}, now() - interval '30 days' - make_interval(secs => ${ago}))`,
  takings: (name, id, ago) => sql`
      insert into takings (product_id, editor, taken_at)
      values (${id}, ${name}, now() - interval '30 minutes' - make_interval(secs => ${ago}))`,
  undos: (name, id, ago) => sql`
      insert into undos (product_id, audit_id, xact, before, mail_ids, created_at)
      values (${id}, 1, ${name}, '{}', '{}', now() - interval '1 hour' - make_interval(secs => ${ago}))`,
  view_seen: (name, id, ago) => sql`
      insert into view_seen (day, product_id, visitor)
      values ((now() at time zone 'utc')::date - ${ago > 0 ? 2 : 0}::int, ${id}, ${name})`,
  rebuilds: (name, _, ago) => sql`
      insert into rebuilds (asked_by, started_at, done_at)
      values (${name}, now(), now() - interval '30 days' - make_interval(secs => ${ago}))`,
  owner_claims: (name, id, ago) => sql`
      insert into owner_claims (product_id, email, token_hash, token_expires_at)
      values (${id}, 'ada@acme.example', ${name}, now() - make_interval(secs => ${ago}))`,
  outbox: (name, id, ago) => sql`
      insert into outbox (kind, product_id, to_email, payload, created_at)
      values ('receipt', ${id}, 'ada@acme.example', jsonb_build_object('name', 'Acme', 'manage_url', ${name}::text),
        now() - interval '7 days' - make_interval(secs => ${ago}))`,
  reports: (name, id, ago) => sql`
      insert into reports (product_id, fact, message, email, state, decided_at, decided_by)
      values (${id}, 'text', 'It says so.', ${name}, 'answered',
        now() - interval '30 days' - make_interval(secs => ${ago}), 'ada')`,
  report_mails: (name, id, ago) => sql`
      insert into outbox (kind, product_id, to_email, payload, created_at)
      values ('report-decided', ${id}, ${name}, '{}', now() - interval '30 days' - make_interval(secs => ${ago}))`,
}

const insert = async (table: Expiring, name: string, ago: number) =>
  rows[table](name, (await insertPending(database.db)).id, ago).execute(database.db)

const dumped = async (table: Expiring) => {
  const { rows: all } =
    await sql`select to_json(t)::text as row from ${sql.table(table === 'report_mails' ? 'outbox' : table)} t`.execute(
      database.db,
    )
  return JSON.stringify(all)
}

describe('sweeping', () => {
  it.each(expiring)('%s loses expired rows, at most `limit`, and no others', async (table) => {
    for (const name of ['old-1', 'old-2', 'old-3']) await insert(table, `${table}-${name}`, 120)
    for (const name of ['new-1', 'new-2']) await insert(table, `${table}-${name}`, -120)
    expect(await countExpired(database.db)).toBe(3)
    expect(await sweepSome(database.db, table, 2)).toBe(2)
    expect(await countExpired(database.db)).toBe(1)
    expect(await sweepSome(database.db, table, 2)).toBe(1)
    expect(await sweepSome(database.db, table, 2)).toBe(0)
    const left = await dumped(table)
    expect(left).toContain('new-1')
    expect(left).toContain('new-2')
    expect(left).not.toContain('old-')
  })

  it('an unconfirmed owner stays unconfirmed when the link has expired', async () => {
    const { rows: claims } = await sql<{ status: string; email: string }>`
      select status, email from owner_claims where token_hash is null`.execute(database.db)
    expect(claims).toHaveLength(3)
    expect(claims[0]).toEqual({ status: 'unverified', email: 'ada@acme.example' })
  })

  it('a mail that was refused before its links were removed loses them, and keeps the rest', async () => {
    await database.db.deleteFrom('outbox').execute()
    await insert('outbox', 'a-link', -120)
    expect(await sweepSome(database.db, 'outbox', 10)).toBe(0)
    await database.db.updateTable('outbox').set({ refused_at: new Date() }).execute()
    expect(await sweepSome(database.db, 'outbox', 10)).toBe(1)
    const { payload } = await rowOf(database.db, 'outbox', {}, ['payload'])
    expect(payload).toEqual({ name: 'Acme' })
  })

  it('the last build stays however old it is: it shows the state of builds', async () => {
    await database.db.deleteFrom('rebuilds').execute()
    await insert('rebuilds', 'grace', 120)
    expect(await sweepSome(database.db, 'rebuilds', 10)).toBe(0)
    expect(await dumped('rebuilds')).toContain('grace')
  })

  it('two concurrent sweepers delete each row once, and never wait', async () => {
    for (let number = 0; number < 20; number++) await insert('limiter_events', `k${number}`, 120)
    const swept = await Promise.all(
      Array.from({ length: 4 }, () => sweepSome(database.db, 'limiter_events', 20)),
    )
    expect(swept.reduce((sum, count) => sum + count, 0)).toBe(20)
  })
})
