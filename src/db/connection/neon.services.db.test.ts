import type { Pool } from '@neondatabase/serverless'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { validSubmission } from '#testing/api.ts'
import { fresh, insertPending, insertTool } from '#testing/builders.ts'
import { databaseUrl } from '#testing/database-template.ts'
import { testDatabase } from '#testing/database.ts'
import { rowOf } from '#testing/rows.ts'
import { type NeonBridge, bridgeTo } from '#testing/neon.ts'
import { type TestService, approve, callIn, testService } from '#testing/service-parts.ts'
import { postgresLimiter } from '#limits/submission-limiter.ts'
import { type Db, connect } from './connect.ts'
import { isDatabaseAway } from './failure.ts'
import { openDatabase } from './open-database.ts'
import { attachToPlatform } from './platform-pool.ts'
import { readSchemaVersion } from '#db/migrations/schema-version.ts'

const database = testDatabase()
let direct: TestService
let tool: { slug: string }
beforeAll(async () => {
  tool = await insertTool(database.db)
  direct = await testService(database.db)
})

const pooler = () => process.env['TEST_POOLER_URL']!

const viewsOf = async (id: string) =>
  (await rowOf(database.db, 'products', { id }, ['view_count'])).view_count

describe.each([
  { way: 'straight', via: (url: string) => bridgeTo(url, { latencyMs: 10 }), name: 'url' },
  {
    way: 'through a pooler in transaction mode',
    via: (url: string) =>
      bridgeTo(databaseUrl(pooler(), new URL(url).pathname.slice(1)), { latencyMs: 10 }),
    name: 'pooledUrl',
  },
] as const)('by the WebSocket of the driver, $way, with 10 ms of latency', ({ via, name }) => {
  let bridge: NeonBridge
  let db: Db
  let service: TestService

  beforeAll(async () => {
    bridge = await via(database.url)
    db = connect(bridge[name], { max: 5, onError: () => {} })
    service = { ...direct, db, limiter: postgresLimiter(() => db, 'a secret of this test alone') }
  })
  afterAll(async () => {
    await db.destroy()
    await bridge.close()
  })

  it('20 transactions at once that read, add one and write lose nothing', async () => {
    const { id } = await insertPending(database.db)
    const product = (trx: Db) => trx.selectFrom('products').where('id', '=', id)
    const addOne = async (trx: Db) => {
      const { view_count } = await product(trx)
        .select('view_count')
        .forUpdate()
        .executeTakeFirstOrThrow()
      const values = { view_count: view_count + 1 }
      await trx.updateTable('products').set(values).where('id', '=', id).execute()
    }
    await Promise.all(Array.from({ length: 20 }, () => db.transaction().execute(addOne)))
    expect(await viewsOf(id)).toBe(20)
  })

  it('a value of 300 kB comes back as it was sent', async () => {
    const text = 'ünï 🦊\n'.repeat(30_000)
    const { rows } = await sql<{ text: string }>`select ${text}::text as text`.execute(db)
    expect(rows[0]!.text === text).toBe(true)
  })

  it('a submission is written whole, in a transaction of five round trips', async () => {
    const before = bridge.turns().length
    const body = validSubmission({ tool_slugs: [tool.slug] })
    const answer = await callIn(service, 'submit_product', '/submit', { body })
    expect(answer).toMatchObject({ status: 201 })
    const turns = bridge.turns().slice(before)
    const begin = turns.findIndex((said) => said.includes('begin'))
    const commit = turns.findIndex((said) => said.includes('commit'))
    expect(turns.slice(begin, commit + 1)).toHaveLength(5)
    const whole = await database.db
      .selectFrom('products')
      .innerJoin('owner_claims', 'owner_claims.product_id', 'products.id')
      .innerJoin('manage_tokens', 'manage_tokens.product_id', 'products.id')
      .select((eb) =>
        eb
          .selectFrom('outbox')
          .whereRef('outbox.product_id', '=', 'products.id')
          .where('sent_at', 'is not', null)
          .select(sql<number>`count(*)::int`.as('count'))
          .as('mails'),
      )
      .where('slug', '=', String(answer.body['slug']))
      .execute()
    expect(whole).toEqual([{ mails: 2 }])
  })

  it('decisions at once stand one after the other in the changelog', async () => {
    const slugs = await Promise.all(
      Array.from({ length: 4 }, async () => (await insertPending(database.db)).slug),
    )
    await Promise.all(slugs.map((slug) => approve(db, slug)))
    const items = await db
      .selectFrom('changelog')
      .innerJoin('products', 'products.id', 'changelog.product_id')
      .select(['timestamp', 'changed_at'])
      .where('products.slug', 'in', slugs)
      .orderBy('timestamp')
      .execute()
    expect(new Set(items.map(({ timestamp }) => timestamp.getTime())).size).toBe(4)
    // Each commits before the next takes the lock, so both times have the same order.
    const changes = items.map(({ changed_at }) => changed_at!.getTime())
    expect(changes).toEqual(changes.toSorted((a, b) => a - b))
  })
})

it('migrations go over the URL without a pooler, and the service over the one with it', async () => {
  const name = fresh(`neon_${process.pid}`).replaceAll('-', '_')
  await sql`create database ${sql.id(name)}`.execute(database.db)
  const straight = await bridgeTo(databaseUrl(database.url, name))
  const pooled = await bridgeTo(databaseUrl(pooler(), name))
  const [DATABASE_URL, DATABASE_URL_UNPOOLED] = [pooled.pooledUrl, straight.url]
  const opened = await openDatabase({ DATABASE_URL, DATABASE_URL_UNPOOLED, DATA_DIR: 'none' })
  expect(pooled.network.count()).toBe(0)
  const migrated = straight.network.count()
  expect(await readSchemaVersion(opened.db)).toEqual({ newer: [], older: [] })
  expect([pooled.network.count() > 0, straight.network.count()]).toEqual([true, migrated])
  await opened.close()
  await Promise.all([straight.close(), pooled.close()])
  await sql`drop database ${sql.id(name)} with (force)`.execute(database.db)
})

describe('a WebSocket that breaks', () => {
  let bridge: NeonBridge
  let db: Db
  beforeAll(async () => {
    bridge = await bridgeTo(database.url)
  })
  afterAll(() => bridge.close())
  afterEach(async () => {
    await db.destroy()
    // A late message of one test must not count in the next.
    await vi.waitFor(() => expect(bridge.network.open()).toBe(0), { interval: 5 })
  })
  const open = () => (db = connect(bridge.url, { max: 1, onError: () => {} }))
  const ask = () => sql<{ one: number }>`select 1 as one`.execute(db).then(({ rows }) => rows)

  it.each(['before', 'after'] as const)(
    '%s its first byte came is replaced, and a read is asked once more',
    async (when) => {
      open()
      const before = bridge.network.count()
      bridge.breakNext(when)
      expect(await ask()).toEqual([{ one: 1 }])
      expect(bridge.network.count()).toBe(before + 2)
    },
  )

  it.each(['before', 'after'] as const)(
    '%s its words arrived, while it was idle, is replaced, and a transaction begun once more',
    async (when) => {
      open()
      await ask()
      const { id } = await insertPending(database.db)
      bridge.breakNext(when)
      const view_count = sql<number>`view_count + 1`
      await db
        .transaction()
        .execute((trx) =>
          trx.updateTable('products').set({ view_count }).where('id', '=', id).execute(),
        )
      expect(await viewsOf(id)).toBe(1)
    },
  )

  it('during a write fails as an unreachable database, and never writes twice', async () => {
    open()
    await ask()
    const { id } = await insertPending(database.db)
    const before = bridge.network.count()
    bridge.breakNext('after')
    const write = db
      .updateTable('products')
      .set({ view_count: sql<number>`view_count + 1` })
      .where('id', '=', id)
      .execute()
    const failure = await write.catch((error: unknown) => error)
    expect(isDatabaseAway(failure)).toBe(true)
    expect(bridge.network.count()).toBe(before)
    // The server wrote it; only the answer was lost.
    await vi.waitFor(async () => expect(await viewsOf(id)).toBe(1))
  })

  it('in a transaction fails it as an unreachable database, and leaves no rows', async () => {
    open()
    const { id } = await insertPending(database.db)
    const transaction = db.transaction().execute(async (trx) => {
      await trx.updateTable('products').set({ view_count: 9 }).where('id', '=', id).execute()
      bridge.network.cut()
      await sql`select 1`.execute(trx)
    })
    expect(isDatabaseAway(await transaction.catch((error: unknown) => error))).toBe(true)
    expect(await viewsOf(id)).toBe(0)
    expect(await ask()).toEqual([{ one: 1 }])
  })

  it('when its server is gone fails as an unreachable database', async () => {
    const gone = await bridgeTo(database.url)
    await gone.close()
    db = connect(gone.url, { max: 1, onError: () => {} })
    const failure = await ask().catch((error: unknown) => error)
    expect(failure).toMatchObject({ message: 'The WebSocket to the database did not open' })
    expect(isDatabaseAway(failure)).toBe(true)
  })
})

describe('a WebSocket that falls silent', () => {
  // Long enough that a slow machine connects in time.
  const deadlines = { connectMs: 800, statementMs: 1_200, placeMs: 2_000 }
  let bridge: NeonBridge
  let db: Db
  beforeAll(async () => {
    bridge = await bridgeTo(database.url)
  })
  afterAll(() => bridge.close())
  afterEach(() => db.destroy())
  const ask = () => sql<{ one: number }>`select 1 as one`.execute(db).then(({ rows }) => rows)
  const timed = async () => {
    const began = performance.now()
    const failure = await ask().catch((error: unknown) => error)
    return { isAway: isDatabaseAway(failure), took: performance.now() - began }
  }

  it.each(['network', 'server'] as const)(
    'with its %s: statements and new connections fail at their deadlines, and all is well when it speaks again',
    async (where) => {
      db = connect(bridge.url, { max: 1, onError: () => {}, deadlines })
      expect(await ask()).toEqual([{ one: 1 }])
      bridge[where].freeze()
      const [warm, cold] = [await timed(), await timed()]
      bridge[where].thaw()
      expect([warm.isAway, cold.isAway]).toEqual([true, true])
      expect(warm.took).toBeGreaterThan(1_100)
      expect(warm.took).toBeLessThan(3_000)
      // Where the WebSocket opens, the first statement goes with it, and its deadline counts.
      expect(cold.took).toBeGreaterThan(where === 'network' ? 700 : 1_100)
      expect(cold.took).toBeLessThan(3_000)
      expect(await ask()).toEqual([{ one: 1 }])
    },
  )

  it('is not used again by an instance that was suspended meanwhile', async () => {
    db = connect(bridge.url, { max: 2, onError: () => {}, deadlines })
    await Promise.all([ask(), ask()])
    // The other end drops absent clients without a message.
    bridge.server.freeze()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    const before = bridge.network.count()
    const asked = ask()
    bridge.server.thaw()
    expect(await asked).toEqual([{ one: 1 }])
    expect(bridge.network.count()).toBe(before + 1)
    vi.useRealTimers()
  })

  it('gives its place back, so that no caller waits longer than its own deadlines', async () => {
    db = connect(bridge.url, { max: 1, onError: () => {}, deadlines })
    await ask()
    bridge.network.freeze()
    const all = await Promise.all(Array.from({ length: 8 }, () => timed()))
    bridge.network.thaw()
    expect(all.map(({ isAway }) => isAway)).toEqual(all.map(() => true))
    const { placeMs, connectMs } = deadlines
    expect(Math.max(...all.map(({ took }) => took))).toBeLessThan(placeMs + connectMs + 1_500)
  })
})

it('an idle connection is closed', async () => {
  const bridge = await bridgeTo(database.url)
  const db = connect(bridge.url, { max: 2, idleMs: 500, onError: () => {} })
  // Both run until each has its connection: on a slow machine the first would be idle before the
  // second exists.
  const asleep = () => sql`select pg_sleep(0.5)`.execute(db)
  await Promise.all([asleep(), asleep()])
  expect(bridge.server.open()).toBe(2)
  await vi.waitFor(() => expect(bridge.server.open()).toBe(0), { timeout: 20_000 })
  await db.destroy()
  await bridge.close()
})

it('an instance of the platform stays awake until its idle connections are closed', async () => {
  const awake: Promise<unknown>[] = []
  const context = { waitUntil: (until: Promise<unknown>) => awake.push(until) }
  vi.stubGlobal(Symbol.for('@vercel/request-context') as never, { get: () => context })
  vi.stubEnv('VERCEL_URL', 'proofstack.example').stubEnv('VERCEL_REGION', 'fra1')
  let attached: Promise<void> | undefined
  const onPool = (pool: Pool) => void (attached = attachToPlatform(pool))
  const db = connect(database.url, { max: 1, idleMs: 20, onError: () => {}, onPool })
  await attached
  await sql`select 1`.execute(db)
  expect(awake).toHaveLength(1)
  await awake[0]
  await db.destroy()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
