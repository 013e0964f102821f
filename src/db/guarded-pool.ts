import type { Pool, PoolClient } from '@neondatabase/serverless'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { DatabaseTimeout, brokeBeforeItsAnswer, isConnectionLost } from './failure.ts'
import { Gate, type Leave } from './gate.ts'
import { timeLeft } from '#request-deadline.ts'

/** How long to wait for what, in milliseconds; what is left out may take for ever. */
export interface Deadlines {
  /** A new connection, until the server is ready for a query. */
  connectMs?: number
  /** One statement; its connection is closed, because the answer may still come. */
  statementMs?: number
  /** A place among those that the pool has. */
  placeMs?: number
}

// Longer than this out of use, and the process was suspended meanwhile: the pool's own timer would
// have closed the connection. The other end is likely gone, without a word.
const staleAfterMs = 6_000

/**
 * The driver's pool behind a gate. The pool alone counts the wait for a free client as a failure to
 * connect, so that a burst looks like a database that is away; it lends a client again whose
 * statement has had no answer, and one that broke unseen while it was idle.
 */
export class GuardedPool implements PostgresPool {
  readonly options: object
  readonly #pool: Pool
  readonly #gate: Gate
  readonly #deadlines: Deadlines
  readonly #onWait: (milliseconds: number) => void
  readonly #lastUsed = new WeakMap<PoolClient, number>()
  #trustedSince = 0

  /** The pool must have room for more than `max`: the gate is what bounds it. */
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

  async connect(): Promise<PostgresPoolClient> {
    const began = performance.now()
    try {
      return await this.#loan()
    } finally {
      this.#onWait(performance.now() - began)
    }
  }

  async #loan(): Promise<PostgresPoolClient> {
    const leave = await this.#gate.enter(atMost(this.#deadlines.placeMs))
    if (!leave) throw new DatabaseTimeout('No database connection came free in time')
    try {
      const client = await this.#client()
      return new Loan({
        client,
        replace: () => this.#replacement(),
        giveBack: (last, isLost) => {
          this.#lastUsed.set(last, Date.now())
          last.release(isLost)
        },
        onWait: this.#onWait,
        leave,
      })
    } catch (error) {
      leave()
      throw error
    }
  }

  end(): Promise<void> {
    return this.#pool.end()
  }

  /** An idle client, or a new one; a connection that breaks while it is made is tried once more. */
  async #client(): Promise<PoolClient> {
    try {
      return await this.#fresh()
    } catch (error) {
      if (!brokeBeforeItsAnswer(error)) throw error
      return this.#fresh()
    }
  }

  // Where one connection died unseen, so did those that were idle beside it.
  #replacement(): Promise<PoolClient> {
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

  // The driver's own deadline only asks the connection to close, and a silent peer never does.
  async #lent(): Promise<PoolClient> {
    const lent = this.#pool.connect()
    try {
      return await inTime(
        lent,
        atMost(this.#deadlines.connectMs),
        'The database did not answer to a new connection in time',
      )
    } catch (error) {
      lent.then(
        (client) => client.release(true),
        () => {},
      )
      throw error
    }
  }
}

/** A deadline of the pool's, or what is left to the request, whichever is shorter. */
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

// What may have reached the server before the connection broke is not asked twice when it could
// write; a transaction begins with a statement that never does. A new connection is no surer than an
// idle one: on Neon the first statement goes out with the password, before a word has come back. The
// one select outside a transaction that writes counts an attempt to submit, and may count it twice.
function isRepeatable(sql: string): boolean {
  return /^\s*(?:begin|start transaction|select)\b/i.test(sql)
}

// With no time left nothing is sent: a commit that nobody waits for would say more than the answer.
function ask(client: PoolClient, sql: string, parameters: unknown[]) {
  const left = timeLeft()
  const sentence = 'The request has no time left for the database'
  if (left <= 0) throw new DatabaseTimeout(sentence)
  return inTime(client.query(sql, parameters), left, sentence)
}

interface Lending {
  client: PoolClient
  replace: () => Promise<PoolClient>
  giveBack: (client: PoolClient, isLost: boolean) => void
  onWait: (milliseconds: number) => void
  leave: Leave
}

/** A client for as long as one user has it, together with its place. */
class Loan implements PostgresPoolClient {
  readonly #lending: Lending
  #client: PoolClient | undefined
  #isFirst = true
  #lost: unknown

  constructor(lending: Lending) {
    this.#lending = lending
    this.#client = lending.client
  }

  // `as`: Kysely's signature has cursors too, and this dialect is given none.
  query(...[sql, parameters]: unknown[]): never {
    return this.#query(sql as string, parameters as unknown[]) as never
  }

  async #query(sql: string, parameters: unknown[]) {
    // The rollback after a statement without an answer would only wait as long again.
    if (!this.#client || this.#lost !== undefined) throw this.#lost
    const mayRepeat = this.#isFirst && isRepeatable(sql)
    this.#isFirst = false
    const began = performance.now()
    try {
      return await ask(this.#client, sql, parameters)
    } catch (error) {
      if (mayRepeat && brokeBeforeItsAnswer(error)) return this.#again(sql, parameters)
      if (isConnectionLost(error)) this.#lost = error
      throw error
    } finally {
      this.#lending.onWait(performance.now() - began)
    }
  }

  async #again(sql: string, parameters: unknown[]) {
    this.#giveBack(true)
    try {
      this.#client = await this.#lending.replace()
      return await ask(this.#client, sql, parameters)
    } catch (error) {
      if (!this.#client || isConnectionLost(error)) this.#lost = error
      throw error
    }
  }

  release(destroy = false) {
    this.#giveBack(destroy || this.#lost !== undefined)
    this.#lending.leave()
  }

  #giveBack(isLost: boolean) {
    if (this.#client) this.#lending.giveBack(this.#client, isLost)
    this.#client = undefined
  }
}
