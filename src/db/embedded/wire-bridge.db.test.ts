import { stat } from 'node:fs/promises'
import net from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { type Db, connect } from '#db/connection/connect.ts'
import { copyTemplate } from '#testing/database-template.ts'
import { heldBytes } from '#testing/held-bytes.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { type EmbeddedDatabase, openEmbedded } from './open.ts'

let folder: string
let embedded: EmbeddedDatabase
let db: Db
let socketFile: string
const sockets: net.Socket[] = []

beforeAll(async () => {
  folder = temporaryFolder()
  copyTemplate(inject('template'), folder)
  embedded = await openEmbedded(folder)
  socketFile = new URL(embedded.url).searchParams.get('host')!
  db = connect(embedded.url, { max: 20, onError: () => {} })
  await sql`create table notes (text text not null)`.execute(db)
})

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  vi.useRealTimers()
  await sql`delete from notes`.execute(db)
})

afterAll(async () => {
  await db.destroy()
  await embedded.close()
})

const notes = () =>
  sql<{ text: string }>`select text from notes order by text`
    .execute(db)
    .then(({ rows }) => rows.map(({ text }) => text))

/** A message of the wire protocol: type, length, content. */
function message(type: string, content: string): Buffer {
  const body = Buffer.from(content)
  const header = Buffer.alloc(4)
  header.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), header, body])
}

const startup = message('', `\0\u0003\0\0user\0postgres\0database\0postgres\0\0`)
const query = (text: string) => message('Q', `${text}\0`)

/** A client that sends exact bytes and disconnects at a chosen time. */
async function rawClient({ isStarted = true } = {}) {
  const socket = net.connect(socketFile)
  sockets.push(socket)
  let unread = Buffer.alloc(0)
  let wake = () => {}
  socket.on('data', (data) => {
    unread = Buffer.concat([unread, data])
    wake()
  })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => {})
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  const nextMessage = async () => {
    while (unread.length < 5 || unread.length < 1 + unread.readInt32BE(1))
      await new Promise<void>((resolve) => (wake = resolve))
    const length = 1 + unread.readInt32BE(1)
    const whole = unread.subarray(0, length)
    unread = unread.subarray(length)
    return whole
  }
  const client = {
    socket,
    closed,
    send: (bytes: Buffer) => socket.write(bytes),
    firstByte: async () => {
      while (unread.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      return String.fromCharCode(unread[0]!)
    },
    /**
     * The types of all messages up to ReadyForQuery, and the state in it: I idle, T in a
     * transaction, E in a failed one.
     */
    answer: async () => {
      const types: string[] = []
      const texts: string[] = []
      for (;;) {
        const whole = await nextMessage()
        const type = String.fromCharCode(whole[0]!)
        types.push(type)
        texts.push(whole.subarray(5).toString())
        if (type === 'Z')
          return { types: types.join(''), text: texts.join('|'), state: texts.at(-1) }
      }
    },
    ask: (text: string) => {
      socket.write(query(text))
      return client.answer()
    },
  }
  if (isStarted) {
    client.send(startup)
    await client.answer()
  }
  return client
}

it('keeps no answers in memory', async () => {
  const client = await rawClient()
  const [rows, length] = [50, 1_000_000]
  const ask = () => client.ask(`select repeat('x', ${length})`)
  expect((await ask()).types).toBe('TDCZ')
  const before = heldBytes()
  for (let row = 0; row < rows; row++) await ask()
  expect(heldBytes() - before).toBeLessThan((rows * length) / 5)
})

describe('transactions of several clients', () => {
  it('no client reads uncommitted rows of another: it waits and sees the final state', async () => {
    const writer = await rawClient()
    const { state } = await writer.ask("begin; insert into notes values ('secret')")
    expect(state).toBe('T')
    const readWhileOpen = notes()
    await writer.ask('rollback')
    expect(await readWhileOpen).toEqual([])

    await writer.ask("begin; insert into notes values ('written')")
    const readBeforeCommit = notes()
    await writer.ask('commit')
    expect(await readBeforeCommit).toEqual(['written'])
  })

  it.each([
    { how: 'by pulling the plug', leave: (socket: net.Socket) => socket.destroy() },
    { how: 'by closing its half', leave: (socket: net.Socket) => socket.end() },
    { how: 'by saying goodbye', leave: (socket: net.Socket) => socket.write(message('X', '')) },
  ])(
    'a client that leaves inside a transaction, $how, is rolled back and blocks nobody',
    async ({ leave }) => {
      const client = await rawClient()
      await client.ask("begin; insert into notes values ('half done')")
      const waiting = Array.from({ length: 5 }, () => notes())
      leave(client.socket)
      expect(await Promise.all(waiting)).toEqual([[], [], [], [], []])
    },
  )

  it('a client that leaves while its own statement runs is rolled back', async () => {
    const client = await rawClient()
    client.send(query("begin; insert into notes select 'half done' from generate_series(1, 20000)"))
    client.socket.end()
    await client.closed
    expect(await notes()).toEqual([])
  })

  it('a client that leaves inside a failed transaction blocks nobody', async () => {
    const client = await rawClient()
    await client.ask("begin; insert into notes values ('half done')")
    expect(await client.ask('select 1 / 0')).toMatchObject({
      types: expect.stringContaining('E'),
      state: 'E',
    })
    client.socket.destroy()
    expect(await notes()).toEqual([])
  })

  it('a client that leaves between the parts of an unfinished batch blocks nobody', async () => {
    const client = await rawClient()
    client.send(
      Buffer.concat([
        message('P', `\0insert into notes values ('half done')\0\0\0`),
        message('H', ''),
      ]),
    )
    expect(await client.firstByte()).toBe('1')
    const waiting = notes()
    client.socket.destroy()
    expect(await waiting).toEqual([])
  })

  it('a transaction that is left open for 30 seconds is ended, though other clients keep sending', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const idle = await rawClient()
    await idle.ask("begin; insert into notes values ('forgotten')")
    const others = await Promise.all([
      rawClient({ isStarted: false }),
      rawClient({ isStarted: false }),
      rawClient({ isStarted: false }),
    ])
    for (const other of others) {
      vi.advanceTimersByTime(9_999)
      expect(idle.socket.destroyed).toBe(false)
      other.send(startup)
      // The bridge gets the event before time advances.
      await new Promise((resolve) => setImmediate(resolve))
      await new Promise((resolve) => setImmediate(resolve))
    }
    vi.advanceTimersByTime(10)
    await idle.closed
    for (const other of others) expect(await other.answer()).toMatchObject({ state: 'I' })
    const { text } = await others[0]!.ask("select 'none' where not exists (select from notes)")
    expect(text).toContain('none')
  })

  it('a client that is active in its transaction keeps it beyond 30 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const client = await rawClient()
    await client.ask('begin')
    for (const text of ['a', 'b', 'c']) {
      vi.advanceTimersByTime(20_000)
      expect(await client.ask(`insert into notes values ('${text}')`)).toMatchObject({ state: 'T' })
    }
    expect(await client.ask('commit')).toMatchObject({ state: 'I' })
    vi.useRealTimers()
    expect(await notes()).toEqual(['a', 'b', 'c'])
  })
})

describe('sessions of several clients', () => {
  it('settings of pg_dump hold for pg_dump alone, between its statements and after its end', async () => {
    const dump = await rawClient()
    await dump.ask("SELECT pg_catalog.set_config('search_path', '', false);")
    await dump.ask('SET DATESTYLE = ISO; SET extra_float_digits TO 3; SET statement_timeout = 0')
    await sql`insert into notes values ('kept')`.execute(db)
    expect(await notes()).toEqual(['kept'])
    expect((await dump.ask('select text from notes')).text).toContain('does not exist')
    expect((await dump.ask('show extra_float_digits')).text).toContain('3')
    expect((await dump.ask('select text from public.notes')).text).toContain('kept')
    await dump.ask('BEGIN')
    await dump.ask('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
    dump.socket.destroy()
    await dump.closed
    expect(await notes()).toEqual(['kept'])
    const next = await rawClient()
    expect((await next.ask('show search_path')).text).toContain('public')
  })

  it('a role that one client sets is not set for others', async () => {
    const low = await rawClient()
    await low.ask('create role reader; set role reader')
    expect(await notes()).toEqual([])
    expect((await low.ask('select current_user')).text).toContain('reader')
    await low.ask('reset role; drop role reader')
  })

  it.each(['', 'question'])(
    'prepared statements of one name (%j) are two, though others prepare between the steps',
    async (name) => {
      const [first, second] = [await rawClient(), await rawClient()]
      const prepare = (answer: string) =>
        Buffer.concat([message('P', `${name}\0select '${answer}'\0\0\0`), message('S', '')])
      const execute = Buffer.concat([
        message('B', `\0${name}\0\0\0\0\0\0\0`),
        message('E', '\0\0\0\0\0'),
        message('S', ''),
      ])
      const step = (client: typeof first, bytes: Buffer) => {
        client.send(bytes)
        return client.answer()
      }
      await step(first, prepare('one'))
      await step(second, prepare('two'))
      expect((await step(first, execute)).text).toContain('one')
      expect((await step(second, execute)).text).toContain('two')
      first.socket.destroy()
      await first.closed
      expect((await step(second, execute)).text).toContain('two')
    },
  )

  it('statements and temporary tables of a client end with it', async () => {
    const client = await rawClient()
    await client.ask('create temp table mine (a int); prepare asked as select 1')
    client.send(Buffer.concat([message('P', 'kept\0select 1\0\0\0'), message('S', '')]))
    await client.answer()
    client.send(message('X', ''))
    await client.closed
    const { rows } = await sql<{ left: number }>`
      select (select count(*)::int from pg_prepared_statements where name <> '')
        + (select count(*)::int from pg_class where relname = 'mine') as left`.execute(db)
    expect(rows).toEqual([{ left: 0 }])
  })
})

describe('many questions', () => {
  it('1,000 parallel questions over 20 connections get their own answers', async () => {
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, number) =>
        sql<{
          number: number
          text: string
        }>`select ${number}::int as number, ${`text ${number}`}::text as text`.execute(db),
      ),
    )
    expect(answers.map(({ rows }) => rows)).toEqual(
      answers.map((_, number) => [{ number, text: `text ${number}` }]),
    )
  })

  it('failures among them reach their own clients, and no others', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 200 }, (_, number) =>
        sql<{ is: number }>`select 100 / (${number}::int % 2) as is`.execute(db),
      ),
    )
    const failed = results.flatMap((result, number) =>
      result.status === 'rejected' ? [number] : [],
    )
    expect(failed).toEqual(Array.from({ length: 100 }, (_, index) => index * 2))
  })

  it('a question of a megabyte and its answer arrive whole', async () => {
    const text = 'é🦊x'.repeat(150_000)
    const { rows } = await sql<{ text: string }>`select ${text}::text as text`.execute(db)
    expect(rows[0]!.text === text).toBe(true)
  })
})

describe('the wire', () => {
  it('messages that arrive byte by byte are put together', async () => {
    const client = await rawClient({ isStarted: false })
    client.socket.setNoDelay(true)
    for (const bytes of [startup, query("insert into notes values ('slow')")]) {
      for (const byte of bytes) {
        client.send(Buffer.from([byte]))
        await new Promise((resolve) => setImmediate(resolve))
      }
      expect(await client.answer()).toMatchObject({ state: 'I' })
    }
    expect(await notes()).toEqual(['slow'])
  })

  it('messages that arrive all at once are answered one after the other', async () => {
    const client = await rawClient({ isStarted: false })
    client.send(Buffer.concat([startup, query("select 'one'"), query("select 'two'")]))
    await client.answer()
    expect((await client.answer()).text).toContain('one')
    expect((await client.answer()).text).toContain('two')
  })

  it('a request for encryption is declined, and the client may go on without', async () => {
    const client = await rawClient({ isStarted: false })
    client.send(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]))
    expect(await client.firstByte()).toBe('N')
  })

  it.each([
    {
      what: 'that cancels',
      bytes: Buffer.from([0, 0, 0, 16, 4, 210, 22, 46, 0, 0, 0, 1, 0, 0, 0, 2]),
    },
    { what: 'of an impossible length', bytes: Buffer.from([0, 0, 0, 1]) },
    { what: 'of a negative length', bytes: Buffer.from([255, 255, 255, 255]) },
  ])('a first message $what ends the connection and harms nobody', async ({ bytes }) => {
    const client = await rawClient({ isStarted: false })
    client.send(bytes)
    await client.closed
    expect(await notes()).toEqual([])
  })

  it('only this user may connect: the socket file has mode 0600', async () => {
    expect(((await stat(socketFile)).mode & 0o777).toString(8)).toBe('600')
  })
})
