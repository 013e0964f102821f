import { Client, Pool, type PoolClient } from '@neondatabase/serverless'
import { Kysely, PostgresDialect } from 'kysely'
import { type Deadlines, GuardedPool } from './guarded-pool.ts'
import { neonTransport } from './neon-transport.ts'
import type { Database } from './schema.ts'
import { type SocketTarget, socketTransport } from './socket-transport.ts'

export type Db = Kysely<Database>

/**
 * The deadlines of a request (decision, Degraded). Commands and migrations have none: their
 * statements may take minutes.
 */
export const requestDeadlines = {
  connectMs: 2_000,
  statementMs: 5_000,
  placeMs: 10_000,
} as const satisfies Deadlines

/**
 * Opens a pool on any Postgres: Neon by its WebSocket, any other by a socket (decision 0004). The
 * URL may name a unix socket as libpq does, `?host=/path`. `onError` gets errors of idle
 * connections, which the pool replaces.
 */
export function connect(
  url: string,
  options: {
    max: number
    onError: (error: Error) => void
    deadlines?: Deadlines
    /** Gets the milliseconds of each wait for a connection or a statement. */
    onWait?: (milliseconds: number) => void
    /** How long an idle connection is kept. */
    idleMs?: number
    /** Gets the pool when it is made. */
    onPool?: ((pool: Pool) => unknown) | undefined
  },
): Db {
  const { deadlines = { connectMs: 15_000 }, idleMs = 5_000 } = options
  const address = new URL(url)
  const pool = new Pool({
    connectionString: url,
    // The gate before the pool limits the connections; one that hangs while it is closed takes no
    // place.
    max: Number.MAX_SAFE_INTEGER,
    // Shorter than the life of a suspended function: the next request would find a connection that
    // outlived it dead.
    idleTimeoutMillis: idleMs,
    ...timeouts(address.hostname, deadlines),
  })
  pool.Client = isNeon(address.hostname) ? neonClient() : socketClient(socketTarget(address))
  // Without a listener a dropped idle connection would end the process.
  pool.on('error', options.onError)
  // An error between two queries of a transaction is reported by the next query.
  pool.on('connect', (client: PoolClient) => client.on('error', () => {}))
  options.onPool?.(pool)
  return new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: new GuardedPool(pool, options.max, deadlines, options.onWait),
    }),
  })
}

function timeouts(hostname: string, { connectMs, statementMs }: Deadlines) {
  // The server's deadline is later than ours. A pooler refuses the setting; for any other Postgres
  // set it in the URL: ?options=-c%20statement_timeout%3D6s
  const takesTimeout = isNeon(hostname) && !hostname.split('.')[0]!.endsWith('-pooler')
  return {
    ...(connectMs === undefined ? {} : { connectionTimeoutMillis: connectMs }),
    ...(statementMs === undefined ? {} : { query_timeout: statementMs }),
    ...(statementMs !== undefined && takesTimeout
      ? { statement_timeout: statementMs + 1_000 }
      : {}),
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

/** The driver's client, with distinguishable WebSocket failures. */
function neonClient(): typeof Client {
  const webSocketConstructor = neonTransport()
  return class NeonClient extends Client {
    constructor(...args: ConstructorParameters<typeof Client>) {
      super(...args)
      Object.assign(this.neonConfig, { webSocketConstructor })
    }
  }
}

/**
 * The driver's client on sockets. Each pool has its own, so a process may use several databases.
 */
function socketClient(target: SocketTarget): typeof Client {
  return class SocketClient extends Client {
    constructor(...args: ConstructorParameters<typeof Client>) {
      super(...args)
      Object.assign(this.neonConfig, {
        webSocketConstructor: socketTransport(target),
        wsProxy: () => 'socket/',
        useSecureWebSocket: false,
        forceDisablePgSSL: true,
        // Would send the password before the server asks, as Neon's proxy wants; SCRAM needs the
        // server's challenge first.
        pipelineConnect: false,
        // Would wait a timer tick for more writes: ten times the latency of a local query.
        coalesceWrites: false,
      })
    }
  }
}
