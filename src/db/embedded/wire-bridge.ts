import net from 'node:net'
import type { PGlite } from '@electric-sql/pglite'

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
  readonly #queue: { client: Client; run: () => Promise<void> }[] = []
  #holder: Client | null = null
  #abandoned: NodeJS.Timeout | undefined
  #isPumping = false

  constructor(db: PGlite) {
    this.#db = db
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
    const type = String.fromCharCode(message[0]!)
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
    client.batch.push(message)
    this.#enqueue(client, false)
  }

  #enqueue(client: Client, keepsFloor: boolean) {
    const bytes = new Uint8Array(Buffer.concat(client.batch))
    client.batch = []
    this.#queue.push({
      client,
      run: async () => {
        if (client.isClosed) return
        const answer = await this.#db.execProtocolRaw(bytes)
        client.isInTransaction = keepsFloor || endsInTransaction(answer)
        if (answer.length > 0) client.answer(answer)
      },
    })
    void this.#pump()
  }

  #end(client: Client) {
    if (client.isClosed) return
    client.isClosed = true
    this.#queue.push({ client, run: () => this.#rollBack(client) })
    void this.#pump()
  }

  async #rollBack(client: Client) {
    if (client.isInTransaction) await this.#db.execProtocolRaw(query('rollback'))
    client.isInTransaction = false
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

/** Reads the last ReadyForQuery of an answer: I is idle, T and E are inside a transaction. */
function endsInTransaction(answer: Uint8Array): boolean {
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)
  let isInside = false
  for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    if (bytes[at] === 0x5a) isInside = bytes[at + 5] !== 0x49
  }
  return isInside
}

function query(sql: string): Uint8Array {
  return framed('Q', Buffer.from(`${sql}\0`))
}

function failure(message: string): Uint8Array {
  return Buffer.concat([
    framed('E', Buffer.from(`SERROR\0CXX000\0M${message}\0\0`)),
    framed('Z', Buffer.from('I')),
  ])
}

function framed(type: string, body: Buffer): Uint8Array {
  const header = Buffer.alloc(5, type)
  header.writeInt32BE(body.length + 4, 1)
  return new Uint8Array(Buffer.concat([header, body]))
}
