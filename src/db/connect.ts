import { Client, Pool, type PoolClient } from '@neondatabase/serverless'
import { Kysely, PostgresDialect } from 'kysely'
import { type Deadlines, GuardedPool } from './guarded-pool.ts'
import { neonTransport } from './neon-transport.ts'
import type { Database } from './schema.ts'
import { type SocketTarget, socketTransport } from './socket-transport.ts'

export type Db = Kysely<Database>

/**
 * What a request may wait for the database (decision, Degraded). Commands and migrations have no
 * such deadlines: a statement of theirs may rightly take minutes.
 */
export const requestDeadlines = {
  connectMs: 2_000,
  statementMs: 5_000,
  placeMs: 10_000,
} as const satisfies Deadlines

/**
 * Opens a pool on any Postgres: Neon by its own WebSocket, every other by a socket (decision 0004).
 * The URL may name a unix socket as libpq does, `?host=/path`. `onError` hears of idle connections
 * that break; the pool replaces them.
 */
export function connect(
  url: string,
  options: {
    max: number
    onError: (error: Error) => void
    deadlines?: Deadlines
    /** Hears how long somebody waited for a connection or a statement. */
    onWait?: (milliseconds: number) => void
    /** How long a connection that nobody uses is kept. */
    idleMs?: number
    /** Hears of the pool when it is made. */
    onPool?: ((pool: Pool) => unknown) | undefined
  },
): Db {
  const { deadlines = { connectMs: 15_000 }, idleMs = 5_000 } = options
  const address = new URL(url)
  const pool = new Pool({
    connectionString: url,
    // The gate before the pool says how many; what hangs while it is closed takes nobody's place.
    max: Number.MAX_SAFE_INTEGER,
    // Shorter than a suspended function lives: a connection that outlives its function is found
    // dead by the next request.
    idleTimeoutMillis: idleMs,
    ...timeouts(address.hostname, deadlines),
  })
  pool.Client = isNeon(address.hostname) ? neonClient() : socketClient(socketTarget(address))
  // Without a listener a dropped idle connection would end the process.
  pool.on('error', options.onError)
  // Nor may one that breaks inside a transaction, between two queries: the next query tells.
  pool.on('connect', (client: PoolClient) => client.on('error', () => {}))
  options.onPool?.(pool)
  return new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: new GuardedPool(pool, options.max, deadlines, options.onWait),
    }),
  })
}

function timeouts(hostname: string, { connectMs, statementMs }: Deadlines) {
  // The server gives up a little later than we do, and only where it can be told: a pooler refuses
  // the setting. Any other Postgres is told in its URL: ?options=-c%20statement_timeout%3D6s
  const isTold = isNeon(hostname) && !hostname.split('.')[0]!.endsWith('-pooler')
  return {
    ...(connectMs === undefined ? {} : { connectionTimeoutMillis: connectMs }),
    ...(statementMs === undefined ? {} : { query_timeout: statementMs }),
    ...(statementMs !== undefined && isTold ? { statement_timeout: statementMs + 1_000 } : {}),
  }
}

function isNeon(hostname: string): boolean {
  return hostname.endsWith('.neon.tech')
}

function socketTarget(url: URL): SocketTarget {
  const path = url.searchParams.get('host')
  if (path) return { path, tls: 'off' }
  const mode = url.searchParams.get('sslmode') ?? 'disable'
  const encryption =
    mode === 'disable' || mode === 'prefer' || mode === 'allow'
      ? 'off'
      : mode === 'no-verify'
        ? 'unverified'
        : 'verified'
  return { host: url.hostname, port: Number(url.port || 5432), tls: encryption }
}

/** The driver's client as it is, with failures of its WebSocket that can be told apart. */
function neonClient(): typeof Client {
  const webSocketConstructor = neonTransport()
  return class NeonClient extends Client {
    constructor(...args: ConstructorParameters<typeof Client>) {
      super(...args)
      Object.assign(this.neonConfig, { webSocketConstructor })
    }
  }
}

/** The driver's client on sockets; each pool its own, so that a process may have several databases. */
function socketClient(target: SocketTarget): typeof Client {
  return class SocketClient extends Client {
    constructor(...args: ConstructorParameters<typeof Client>) {
      super(...args)
      Object.assign(this.neonConfig, {
        webSocketConstructor: socketTransport(target),
        wsProxy: () => 'socket/',
        useSecureWebSocket: false,
        forceDisablePgSSL: true,
        // Sends the password before it is asked for, which only Neon's proxy wants; SCRAM needs the
        // server's challenge first.
        pipelineConnect: false,
        // Waits a timer tick for more writes: ten times the latency of a local query.
        coalesceWrites: false,
      })
    }
  }
}
