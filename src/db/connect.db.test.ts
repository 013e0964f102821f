import net, { type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { insertPending } from '#testing/builders.ts'
import { type Db, connect } from './connect.ts'
import { isDatabaseAway } from './failure.ts'

const database = testDatabase()

// A process talks to one database: whoever connects last says which. Each test gives it back.
afterEach(async () => {
  await connect(database.url, { max: 1, onError: () => {} }).destroy()
})

/**
 * Listens on a free port, says with which address to connect, and does with each connection what
 * the test wants.
 */
async function listen(onConnection: (socket: net.Socket) => void) {
  const server = net.createServer(onConnection)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { url: `postgres://proofstack:x@127.0.0.1:${port}/postgres`, close }
}

/** What a first query at this address fails with. */
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
        .then(({ view_count }) =>
          trx
            .updateTable('products')
            .set({ view_count: view_count + 1 })
            .where('id', '=', id)
            .execute(),
        )
    await Promise.all(Array.from({ length: 200 }, () => db.transaction().execute(addOne)))
    const { view_count } = await db
      .selectFrom('products')
      .select('view_count')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
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
    const { view_count } = await database.db
      .selectFrom('products')
      .select('view_count')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
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

  it('numbers, lists, times, JSON and nothing come back as their JavaScript selves', async () => {
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

describe('an address where no database is', () => {
  it('fails as a database that is away when nobody listens', async () => {
    const { url, close } = await listen(() => {})
    await close()
    const failure = await failureAt(url)
    expect(isDatabaseAway(failure)).toBe(true)
  })

  it('fails as a database that is away when the socket file does not exist', async () => {
    expect(
      isDatabaseAway(
        await failureAt('postgres://x:x@embedded/postgres?host=%2Fnonexistent%2Fpg.sock'),
      ),
    ).toBe(true)
  })

  it('fails as a database that is away when the connection is dropped at once', async () => {
    const { url, close } = await listen((socket) => socket.destroy())
    expect(isDatabaseAway(await failureAt(url))).toBe(true)
    await close()
  })

  it('is not spoken to in clear text when the address asks for TLS and the server has none', async () => {
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
  it('tells of idle connections that break, and replaces them', async () => {
    const sockets: net.Socket[] = []
    const target = new URL(database.url)
    const path = target.searchParams.get('host')
    const { url, close } = await listen((socket) => {
      const upstream = path
        ? net.connect(path)
        : net.connect(Number(target.port || 5432), target.hostname)
      sockets.push(socket, upstream)
      for (const end of [socket, upstream]) end.on('error', () => {})
      socket.pipe(upstream).pipe(socket)
    })
    const proxied = new URL(target)
    proxied.searchParams.delete('host')
    proxied.host = new URL(url).host
    const errors: Error[] = []
    let hear = () => {}
    const heard = new Promise<void>((resolve) => (hear = resolve))
    const onError = (error: Error) => {
      errors.push(error)
      hear()
    }
    const db = connect(proxied.href, { max: 1, onError })
    const ask = () => sql<{ one: number }>`select 1 as one`.execute(db).then(({ rows }) => rows)
    expect(await ask()).toEqual([{ one: 1 }])
    for (const socket of sockets) socket.destroy()
    await heard
    expect(errors).toHaveLength(1)
    expect(isDatabaseAway(errors[0])).toBe(true)
    expect(await ask()).toEqual([{ one: 1 }])
    await db.destroy()
    await close()
  })
})
