import type { Pool, PoolClient } from '@neondatabase/serverless'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { DatabaseTimeout, brokeBeforeItsAnswer, isConnectionLost } from './failure.ts'
import { Gate, type Leave } from './gate.ts'
import { timeLeft } from '#request-deadline.ts'

/** The longest waits, in milliseconds; a missing deadline is unlimited. */
export interface Deadlines {
  /** For a new connection, until the server is ready for a query. */
  connectMs?: number
  /** For one statement; its connection is then closed, because the answer may still come. */
  statementMs?: number
  /** For a place in the pool. */
  placeMs?: number
}

// After this idle time the process was suspended, or the pool's own timer would have closed the
// connection. The other end is probably gone.
const staleAfterMs = 6_000

/**
 * The driver's pool behind a gate. The pool alone would count the wait for a free client as a
 * failure to connect, so that a burst looks like an unreachable database; it also lends clients
 * again whose statement had no answer, or which broke unnoticed while idle.
 */
export class GuardedPool implements PostgresPool {
  readonly options: object
  readonly #pool: Pool
  readonly #gate: Gate
  readonly #deadlines: Deadlines
  readonly #onWait: (milliseconds: number) => void
  readonly #lastUsed = new WeakMap<PoolClient, number>()
  #trustedSince = 0

  /** The pool must allow more than `max` clients: the gate is the limit. */
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

  /** Reports how long `wait` took. */
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

  /** An idle client or a new one; a connection that breaks while it opens is tried once more. */
  async #client(): Promise<PoolClient> {
    try {
      return await this.#fresh()
    } catch (error) {
      if (!brokeBeforeItsAnswer(error)) throw error
      return this.#fresh()
    }
  }

  // Where one connection died unnoticed, so did those that were idle beside it.
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

  // The driver's own deadline only requests the end of the connection, which a silent peer never
  // confirms.
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

/** A deadline of the pool, or the time left to the request if that is shorter. */
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

// A statement that could write is not repeated, since it may have reached the server before the
// connection broke; the first statement of a transaction never writes. A new connection is no safer
// than an idle one: on Neon the first statement is sent with the password, before any answer. One
// select outside a transaction does write: it counts an attempt to submit, and may count it twice.
function isRepeatable(sql: string): boolean {
  return /^\s*(?:begin|start transaction|select)\b/i.test(sql)
}

// With no time left nothing is sent: a commit after the answer would contradict it.
function ask(client: PoolClient, sql: string, parameters: unknown[]) {
  const left = timeLeft()
  const sentence = 'The request has no time left for the database'
  if (left <= 0) throw new DatabaseTimeout(sentence)
  return inTime(client.query(sql, parameters), left, sentence)
}

/** A client for as long as one user has it, together with its place. */
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

  // `as`: Kysely's signature also allows cursors, which this dialect never gets.
  query(...[sql, parameters]: unknown[]): never {
    return this.#pool.timed(() => this.#query(sql as string, parameters as unknown[])) as never
  }

  async #query(sql: string, parameters: unknown[]) {
    // A rollback after a statement without an answer would only wait as long again.
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
