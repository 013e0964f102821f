import net, { type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { insertPending } from '#testing/builders.ts'
import { proxyTo } from '#testing/proxy.ts'
import { rowOf, setRows } from '#testing/rows.ts'
import { type Db, connect } from './connect.ts'
import { DatabaseTimeout, isDatabaseAway } from './failure.ts'

const database = testDatabase()

/** Listens on a free port, returns its URL, and handles each connection as the test requires. */
async function listen(onConnection: (socket: net.Socket) => void) {
  const server = net.createServer(onConnection)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { url: `postgres://proofstack:x@127.0.0.1:${port}/postgres`, close }
}

/** A pool of connections through a proxy, until the end of this test. */
async function throughProxy(options: Partial<Parameters<typeof connect>[1]> = {}) {
  const proxy = await proxyTo(database.url)
  const db = connect(proxy.url, { max: 1, onError: () => {}, ...options })
  onTestFinished(async () => {
    await db.destroy()
    await proxy.close()
  })
  const ask = () => sql<{ one: number }>`select 1 as one`.execute(db).then(({ rows }) => rows)
  return { proxy, db, ask }
}

/** The error of a first query at this address. */
async function failureAt(url: string): Promise<unknown> {
  const db = connect(url, { max: 1, onError: () => {} })
  try {
    return await sql`select 1`.execute(db).catch((error: unknown) => error)
  } finally {
    await db.destroy()
  }
}

describe('many at once', () => {
  it('200 transactions that read, add one and write lose nothing', async () => {
    const { db } = database
    const { id } = await insertPending(db)
    const addOne = (trx: Db) =>
      trx
        .selectFrom('products')
        .select('view_count')
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow()
        .then(({ view_count }) => setRows(trx, 'products', { id }, { view_count: view_count + 1 }))
    await Promise.all(Array.from({ length: 200 }, () => db.transaction().execute(addOne)))
    const { view_count } = await rowOf(db, 'products', { id }, ['view_count'])
    expect(view_count).toBe(200)
  })

  it('a transaction that throws leaves nothing behind and its connection usable', async () => {
    const { id } = await insertPending(database.db)
    const attempts = Array.from({ length: 60 }, (_, index) =>
      database.db.transaction().execute(async (trx) => {
        await trx.updateTable('products').set({ view_count: 1000 }).where('id', '=', id).execute()
        throw new Error(`undone ${index}`)
      }),
    )
    const results = await Promise.allSettled(attempts)
    expect(results.map((result) => result.status === 'rejected' && String(result.reason))).toEqual(
      results.map((_, index) => `Error: undone ${index}`),
    )
    const { view_count } = await rowOf(database.db, 'products', { id }, ['view_count'])
    expect(view_count).toBe(0)
  })
})

describe('values', () => {
  it.each(['plain', "it's; drop table products --", 'ünï 🦊\n\t"quoted"', '', 'x'.repeat(300_000)])(
    'text comes back as it was sent',
    async (text) => {
      const { rows } = await sql<{ text: string }>`select ${text}::text as text`.execute(
        database.db,
      )
      expect(rows[0]!.text).toBe(text)
    },
  )

  it('numbers, lists, times, JSON and null come back as JavaScript values', async () => {
    const { rows } = await sql`
      select 2147483647::int as number, array['a', 'b,c', null]::text[] as list, '2026-05-18T05:28:47.564Z'::timestamptz as moment,
        '{"a": [1, null]}'::jsonb as json, null as nothing, true as yes`.execute(database.db)
    expect(rows[0]).toEqual({
      number: 2_147_483_647,
      list: ['a', 'b,c', null],
      moment: new Date('2026-05-18T05:28:47.564Z'),
      json: { a: [1, null] },
      nothing: null,
      yes: true,
    })
  })
})

describe('an address without a database', () => {
  it('fails as an unreachable database when nothing listens', async () => {
    const { url, close } = await listen(() => {})
    await close()
    expect(isDatabaseAway(await failureAt(url))).toBe(true)
  })

  it('fails as an unreachable database when the socket file does not exist', async () => {
    const url = 'postgres://x:x@embedded/postgres?host=%2Fnonexistent%2Fpg.sock'
    expect(isDatabaseAway(await failureAt(url))).toBe(true)
  })

  it('fails as an unreachable database when the connection is dropped at once', async () => {
    const { url, close } = await listen((socket) => socket.destroy())
    expect(isDatabaseAway(await failureAt(url))).toBe(true)
    await close()
  })

  it('gets no clear text when the URL requires TLS and the server has none', async () => {
    const heard: Buffer[] = []
    const { url, close } = await listen((socket) => {
      socket.on('error', () => {})
      socket.on('data', (data) => {
        heard.push(data)
        socket.write('N')
      })
    })
    expect(isDatabaseAway(await failureAt(`${url}?sslmode=require`))).toBe(true)
    // The request for TLS, and nothing after the refusal.
    expect(Buffer.concat(heard).toString('hex')).toBe('0000000804d2162f')
    await close()
  })
})

describe('a pool', () => {
  it('reports idle connections that break, and replaces them', async () => {
    const errors: Error[] = []
    let hear = () => {}
    const heard = new Promise<void>((resolve) => (hear = resolve))
    const onError = (error: Error) => {
      errors.push(error)
      hear()
    }
    const { proxy, ask } = await throughProxy({ onError })
    expect(await ask()).toEqual([{ one: 1 }])
    proxy.cut()
    await heard
    expect(errors).toHaveLength(1)
    expect(isDatabaseAway(errors[0])).toBe(true)
    expect(await ask()).toEqual([{ one: 1 }])
  })

  it('repeats a query once when an idle connection is found broken', async () => {
    const { proxy, ask } = await throughProxy()
    await ask()
    // Cut when the query is sent: the pool does not know yet.
    const asked = ask()
    proxy.cut()
    expect(await asked).toEqual([{ one: 1 }])
    expect(proxy.count()).toBe(2)
  })

  it('never repeats a statement that may have written', async () => {
    const { proxy, db } = await throughProxy()
    const { id } = await insertPending(db)
    const view = db
      .updateTable('products')
      .set(({ eb }) => ({ view_count: eb('view_count', '+', 1) }))
      .where('id', '=', id)
      .execute()
    const outcome = view.catch((reason: unknown) => reason)
    proxy.cut()
    expect(isDatabaseAway(await outcome)).toBe(true)
    expect(proxy.count()).toBe(1)
  })

  it('of five serves 200 transactions at once, however long they wait for a place', async () => {
    const deadlines = { connectMs: 2_000, statementMs: 5_000 }
    const db = connect(database.url, { max: 5, onError: () => {}, deadlines })
    let atOnce = 0
    let most = 0
    const transactions = Array.from({ length: 200 }, (_, index) =>
      db.transaction().execute(async (trx) => {
        most = Math.max(most, ++atOnce)
        const { rows } = await sql<{ index: number }>`select ${index}::int as index`.execute(trx)
        atOnce--
        return rows[0]!.index
      }),
    )
    expect(await Promise.all(transactions)).toEqual(Array.from({ length: 200 }, (_, n) => n))
    expect(most).toBeLessThanOrEqual(5)
    await db.destroy()
  })
})

describe('a database that falls silent', () => {
  const deadlines = { connectMs: 300, statementMs: 300 }

  it('fails each statement as unreachable within the deadline, and is used again when it answers', async () => {
    const { proxy, ask } = await throughProxy({ max: 2, deadlines })
    await Promise.all([ask(), ask()])
    proxy.freeze()
    // Two use existing connections, the others new ones that never open.
    const failures = await Promise.all(
      Array.from({ length: 6 }, () => ask().catch((reason: unknown) => reason)),
    )
    expect(failures.map(isDatabaseAway)).toEqual(failures.map(() => true))
    proxy.thaw()
    expect(await Promise.all(Array.from({ length: 6 }, ask))).toEqual(
      Array.from({ length: 6 }, () => [{ one: 1 }]),
    )
  })

  it('fails a transaction once, without a second wait for its rollback', async () => {
    const { proxy, db, ask } = await throughProxy({ deadlines })
    const transaction = db.transaction().execute(async (trx) => {
      proxy.freeze()
      await sql`select 1`.execute(trx)
    })
    expect(await transaction.catch((reason: unknown) => reason)).toMatchObject({
      message: 'Query read timeout',
    })
    proxy.thaw()
    expect(await ask()).toEqual([{ one: 1 }])
  })

  it('fails a wait for a place at its deadline', async () => {
    const db = connect(database.url, { max: 1, onError: () => {}, deadlines: { placeMs: 50 } })
    const waited = await db
      .connection()
      .execute(() => sql`select 1`.execute(db).catch((reason: unknown) => reason))
    expect(waited).toBeInstanceOf(DatabaseTimeout)
    expect(isDatabaseAway(waited)).toBe(true)
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
    await db.destroy()
  })
})
