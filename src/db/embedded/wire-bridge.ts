import net from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import { BackendSessions, type Session } from './backend-sessions.ts'
import { rawAnswer } from './raw-answer.ts'
import { endsInTransaction, failure, query, typeOf } from './wire-protocol.ts'

const codes = { ssl: 80877103, gss: 80877104, cancel: 80877102 }

/**
 * A transaction whose client sends nothing for this time is rolled back: PGlite is one backend, so
 * an open transaction blocks all other clients.
 */
const abandonedAfterMs = 30_000

/**
 * Offers one PGlite as a Postgres server to many clients, one transaction at a time: a client in a
 * transaction keeps the backend until it ends. The published pglite-socket mixes the prepared
 * statements and settings of its clients (decision 0005).
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

  /** Listens on a unix socket or Windows pipe. Returns what ends that and every connection. */
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
    // Message type X, Terminate: the driver waits for the server to close the connection.
    if (type === 'X') return client.drop()
    client.batch.push(message)
    // Sync (S), Query (Q) and PasswordMessage (p) end a batch. Flush (H) runs the messages so far,
    // but the client keeps the backend until its Sync.
    if ('SQp'.includes(type)) this.#enqueue(client, false)
    else if (type === 'H') this.#enqueue(client, true)
  }

  #start(client: Client, message: Buffer) {
    const code = message.readInt32BE(4)
    if (code === codes.ssl || code === codes.gss) return void client.answer(Buffer.from('N'))
    if (code === codes.cancel) return client.drop()
    client.hasStarted = true
    this.#push(client, async () =>
      client.answer(await rawAnswer(this.#db, new Uint8Array(message))),
    )
  }

  /** Queues work of a client. It is skipped if the client disconnects first. */
  #push(client: Client, work: () => Promise<unknown>) {
    const run = async () => void (client.isClosed || (await work()))
    this.#queue.push({ client, run })
    void this.#pump()
  }

  #enqueue(client: Client, keepsBackend: boolean) {
    const { batch } = client
    client.batch = []
    this.#push(client, async () => {
      const bytes = await this.#sessions.enter(client.session, batch)
      const answer = await rawAnswer(this.#db, bytes)
      client.isInTransaction = keepsBackend || endsInTransaction(answer)
      if (answer.length > 0) client.answer(answer)
    })
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
    // The timeout restarts only after work ran: a client that joins the queue must not extend the
    // time of the client in a transaction.
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
 * Removes and returns the next complete message; undefined if more bytes are needed. Every message
 * has a type byte, except the first of a connection.
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
