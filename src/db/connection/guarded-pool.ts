import type { Pool, PoolClient } from '@neondatabase/serverless'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { DatabaseTimeout, brokeBeforeItsAnswer, isConnectionLost } from './failure.ts'
import { Gate, type Leave } from './gate.ts'
import { timeLeft } from '#request-deadline.ts'

/** Deadlines in milliseconds. A missing deadline means no limit. */
export interface Deadlines {
  /** For opening a connection, until the server is ready for a query. */
  connectMs?: number
  /** For one statement. Then its connection is closed, because the answer may still arrive. */
  statementMs?: number
  /** For the wait until one of the pool's connections is free. */
  placeMs?: number
}

// A connection that was idle for longer is presumed dead. The pool's own timer would have closed it
// earlier, unless the process was suspended meanwhile.
const staleAfterMs = 6_000

/**
 * The driver's pool behind a gate that limits connections. The pool alone would report a long wait
 * for a free client as a failure to connect, so that load looks like an unreachable database. It
 * would also lend out clients whose statement had no answer, or that died while idle.
 */
export class GuardedPool implements PostgresPool {
  readonly options: object
  readonly #pool: Pool
  readonly #gate: Gate
  readonly #deadlines: Deadlines
  readonly #onWait: (milliseconds: number) => void
  readonly #lastUsed = new WeakMap<PoolClient, number>()
  #trustedSince = 0

  /** `pool` must allow more than `max` clients, because the gate is the limit. */
  constructor(
    pool: Pool,
    max: number,
    deadlines: Deadlines,
    onWait: (milliseconds: number) => void = () => {},
  ) {
    this.options = pool.options
    this.#pool = pool
    this.#gate = new Gate(max)
    this.#deadlines = deadlines
    this.#onWait = onWait
  }

  connect(): Promise<PostgresPoolClient> {
    return this.timed(() => this.#loan())
  }

  /** Runs `wait` and reports its duration to `onWait`. */
  async timed<T>(wait: () => Promise<T>): Promise<T> {
    const began = performance.now()
    try {
      return await wait()
    } finally {
      this.#onWait(performance.now() - began)
    }
  }

  giveBack(client: PoolClient, isLost: boolean) {
    this.#lastUsed.set(client, Date.now())
    client.release(isLost)
  }

  async #loan(): Promise<PostgresPoolClient> {
    const leave = await this.#gate.enter(atMost(this.#deadlines.placeMs))
    if (!leave) throw new DatabaseTimeout('No database connection came free in time')
    try {
      return new Loan(this, await this.#client(), leave)
    } catch (error) {
      leave()
      throw error
    }
  }

  end(): Promise<void> {
    return this.#pool.end()
  }

  /** Returns an idle client or a new one. If it breaks while it opens, tries once more. */
  async #client(): Promise<PoolClient> {
    try {
      return await this.#fresh()
    } catch (error) {
      if (!brokeBeforeItsAnswer(error)) throw error
      return this.#fresh()
    }
  }

  // Called when a connection died unnoticed: others that were idle at the same time are dead, too.
  replacement(): Promise<PoolClient> {
    this.#trustedSince = Date.now()
    return this.#fresh()
  }

  async #fresh(): Promise<PoolClient> {
    for (;;) {
      const client = await this.#lent()
      const since = Math.max(this.#trustedSince, Date.now() - staleAfterMs)
      const lastUsed = this.#lastUsed.get(client)
      if (lastUsed === undefined || lastUsed > since) return client
      client.release(true)
    }
  }

  // Has its own deadline: the driver's deadline only requests the end of the connection, which a
  // silent server never confirms.
  async #lent(): Promise<PoolClient> {
    const lent = this.#pool.connect()
    try {
      return await inTime(
        lent,
        atMost(this.#deadlines.connectMs),
        'The database did not answer to a new connection in time',
      )
    } catch (error) {
      lent.then((client) => client.release(true)).catch(() => {})
      throw error
    }
  }
}

/** A deadline of the pool, or the time left to the current request if that is shorter. */
function atMost(ms = Infinity): number {
  return Math.max(0, Math.min(ms, timeLeft()))
}

async function inTime<T>(answer: Promise<T>, ms: number, sentence: string): Promise<T> {
  if (!Number.isFinite(ms)) return answer
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DatabaseTimeout(sentence)), ms)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

// Only reads are repeated on another connection: a write may have reached the server before the
// connection broke. The first statement of a transaction never writes. A new connection is no safer
// than an idle one: on Neon the first statement is sent with the password, before any answer. One
// `select` does write: it counts an attempt to submit, and may count it twice.
function isRepeatable(sql: string): boolean {
  return /^\s*(?:begin|start transaction|select)\b/i.test(sql)
}

// Sends nothing when the request has no time left: its client already got an error, and a commit
// would contradict it.
function ask(client: PoolClient, sql: string, parameters: unknown[]) {
  const left = timeLeft()
  const sentence = 'The request has no time left for the database'
  if (left <= 0) throw new DatabaseTimeout(sentence)
  return inTime(client.query(sql, parameters), left, sentence)
}

/** A client that one user has borrowed, with its place at the gate. */
class Loan implements PostgresPoolClient {
  readonly #pool: GuardedPool
  readonly #leave: Leave
  #client: PoolClient | undefined
  #isFirst = true
  #lost: unknown

  constructor(pool: GuardedPool, client: PoolClient, leave: Leave) {
    this.#pool = pool
    this.#client = client
    this.#leave = leave
  }

  // `as`: Kysely's signature also allows cursors, which are never passed here.
  query(...[sql, parameters]: unknown[]): never {
    return this.#pool.timed(() => this.#query(sql as string, parameters as unknown[])) as never
  }

  async #query(sql: string, parameters: unknown[]) {
    // Fails at once after a lost connection: a rollback, for example, would only time out again.
    if (!this.#client || this.#lost !== undefined) throw this.#lost
    const mayRepeat = this.#isFirst && isRepeatable(sql)
    this.#isFirst = false
    try {
      return await ask(this.#client, sql, parameters)
    } catch (error) {
      if (mayRepeat && brokeBeforeItsAnswer(error)) return this.#again(sql, parameters)
      if (isConnectionLost(error)) this.#lost = error
      throw error
    }
  }

  async #again(sql: string, parameters: unknown[]) {
    this.#giveBack(true)
    try {
      this.#client = await this.#pool.replacement()
      return await ask(this.#client, sql, parameters)
    } catch (error) {
      if (!this.#client || isConnectionLost(error)) this.#lost = error
      throw error
    }
  }

  release(destroy = false) {
    this.#giveBack(destroy || this.#lost !== undefined)
    this.#leave()
  }

  #giveBack(isLost: boolean) {
    if (this.#client) this.#pool.giveBack(this.#client, isLost)
    this.#client = undefined
  }
}
