import net from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import { BackendSessions, type Session } from './backend-sessions.ts'
import { rawAnswer } from './raw-answer.ts'
import { endsInTransaction, failure, query, typeOf } from './wire-protocol.ts'

const codes = { ssl: 80877103, gss: 80877104, cancel: 80877102 }

/**
 * A transaction that its client leaves open blocks everybody: PGlite is one backend. After this
 * long it is rolled back.
 */
const abandonedAfterMs = 30_000

/**
 * Offers one PGlite as a Postgres wire endpoint to many clients, one transaction at a time: a
 * client inside a transaction keeps the floor until it ends. The published pglite-socket lets
 * others read uncommitted rows and is wedged by a client that disconnects inside a transaction
 * (decision 0005).
 */
export class WireBridge {
  readonly #db: PGlite
  readonly #sessions: BackendSessions
  readonly #queue: { client: Client; run: () => Promise<void> }[] = []
  #holder: Client | null = null
  #abandoned: NodeJS.Timeout | undefined
  #isPumping = false

  constructor(db: PGlite) {
    this.#db = db
    this.#sessions = new BackendSessions(db)
  }

  /**
   * Listens on a unix socket or Windows pipe. The result stops listening and hangs up on everybody,
   * as a database that shuts down does.
   */
  async listen(path: string): Promise<() => void> {
    const sockets = new Set<net.Socket>()
    const server = net.createServer((socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      this.#serve(socket)
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(path, resolve)
    })
    return () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    }
  }

  #serve(socket: net.Socket) {
    const client: Client = {
      answer: (bytes) => socket.writable && socket.write(bytes),
      drop: () => socket.destroy(),
      session: this.#sessions.start(),
      unread: Buffer.alloc(0),
      hasStarted: false,
      batch: [],
      isClosed: false,
      isInTransaction: false,
    }
    socket.on('data', (data) => this.#feed(client, data))
    socket.on('close', () => this.#end(client))
    socket.on('error', () => this.#end(client))
  }

  #feed(client: Client, data: Buffer) {
    client.unread = Buffer.concat([client.unread, data])
    for (let message = take(client); message && !client.isClosed; message = take(client))
      this.#receive(client, message)
  }

  #receive(client: Client, message: Buffer) {
    if (!client.hasStarted) return this.#start(client, message)
    const type = typeOf(message)
    // Terminate: the server closes the connection, and the driver waits for that.
    if (type === 'X') return client.drop()
    client.batch.push(message)
    // Sync, Query and PasswordMessage end a batch; Flush runs it, but its client keeps the floor
    // until the Sync.
    if ('SQp'.includes(type)) this.#enqueue(client, false)
    else if (type === 'H') this.#enqueue(client, true)
  }

  #start(client: Client, message: Buffer) {
    const code = message.readInt32BE(4)
    if (code === codes.ssl || code === codes.gss) return void client.answer(Buffer.from('N'))
    if (code === codes.cancel) return client.drop()
    client.hasStarted = true
    this.#queue.push({
      client,
      run: async () => {
        if (client.isClosed) return
        client.answer(await rawAnswer(this.#db, new Uint8Array(message)))
      },
    })
    void this.#pump()
  }

  #enqueue(client: Client, keepsFloor: boolean) {
    const { batch } = client
    client.batch = []
    this.#queue.push({
      client,
      run: async () => {
        if (client.isClosed) return
        const bytes = await this.#sessions.enter(client.session, batch)
        const answer = await rawAnswer(this.#db, bytes)
        client.isInTransaction = keepsFloor || endsInTransaction(answer)
        if (answer.length > 0) client.answer(answer)
      },
    })
    void this.#pump()
  }

  #end(client: Client) {
    if (client.isClosed) return
    client.isClosed = true
    this.#queue.push({ client, run: () => this.#leave(client) })
    void this.#pump()
  }

  async #leave(client: Client) {
    if (client.isInTransaction) await rawAnswer(this.#db, new Uint8Array(query('rollback')))
    client.isInTransaction = false
    await this.#sessions.end(client.session)
  }

  async #pump() {
    if (this.#isPumping) return
    this.#isPumping = true
    let hasRun = false
    for (let next = this.#next(); next; next = this.#next()) {
      try {
        await next.run()
      } catch (error) {
        next.client.isInTransaction = false
        next.client.answer(failure(error instanceof Error ? error.message : String(error)))
      }
      this.#holder = next.client.isInTransaction ? next.client : null
      hasRun = true
    }
    this.#isPumping = false
    // Whoever only queues up behind the holder must not give it more time.
    if (!hasRun) return
    clearTimeout(this.#abandoned)
    const holder = this.#holder
    if (holder) this.#abandoned = setTimeout(() => holder.drop(), abandonedAfterMs).unref()
  }

  #next() {
    const index = this.#holder ? this.#queue.findIndex(({ client }) => client === this.#holder) : 0
    return index < 0 ? undefined : this.#queue.splice(index, 1)[0]
  }
}

interface Client {
  session: Session
  answer: (bytes: Uint8Array) => void
  drop: () => void
  unread: Buffer
  hasStarted: boolean
  batch: Buffer[]
  isClosed: boolean
  isInTransaction: boolean
}

/**
 * The next whole message, or undefined until more bytes come. Only the first message of a
 * connection has no type byte.
 */
function take(client: Client): Buffer | undefined {
  const header = client.hasStarted ? 1 : 0
  if (client.unread.length < header + 4) return undefined
  const length = header + client.unread.readInt32BE(header)
  if (length < header + 4) return void client.drop()
  if (client.unread.length < length) return undefined
  const message = client.unread.subarray(0, length)
  client.unread = client.unread.subarray(length)
  return message
}
