import { Client, Pool, type PoolClient } from '@neondatabase/serverless'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import { type Deadlines, GuardedPool } from './guarded-pool.ts'
import { neonTransport } from './neon-transport.ts'
import type { Database } from '#db/migrations/schema.ts'
import { type SocketTarget, socketTransport } from './socket-transport.ts'

export type Db = Kysely<Database>

/** What a query takes that has to be in one transaction with others. */
export type Trx = Transaction<Database>

/** The deadlines of a request (Decisions, Degraded). Commands have none: they may take minutes. */
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
    /** Called after each wait for a connection or a statement, with its milliseconds. */
    onWait?: (milliseconds: number) => void
    /** How many milliseconds an idle connection stays open. */
    idleMs?: number
    /** Called once with the new pool. */
    onPool?: ((pool: Pool) => unknown) | undefined
  },
): Db {
  const { deadlines = { connectMs: 15_000 }, idleMs = 5_000 } = options
  const address = new URL(url)
  const pool = new Pool({
    connectionString: url,
    // No limit: the gate in front of this pool limits connections. A connection that hangs while it
    // is being closed then takes no place from others.
    max: Number.MAX_SAFE_INTEGER,
    // Short: a connection that stays idle while a function is suspended is dead when the next
    // request wants to use it.
    idleTimeoutMillis: idleMs,
    ...timeouts(address.hostname, deadlines),
  })
  pool.Client = clientWith(
    isNeon(address.hostname)
      ? { webSocketConstructor: neonTransport() }
      : overSocket(socketTarget(address)),
  )
  // Without a listener, an idle connection that breaks would end the process.
  pool.on('error', options.onError)
  // Nothing to do here: the next query of the transaction reports the error.
  pool.on('connect', (client: PoolClient) => client.on('error', () => {}))
  options.onPool?.(pool)
  return new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: new GuardedPool(pool, options.max, deadlines, options.onWait),
    }),
  })
}

function timeouts(hostname: string, { connectMs, statementMs }: Deadlines) {
  // Our own deadline comes first; this is the server's, a second later. Neon's pooler refuses the
  // setting. For any other Postgres set it in the URL: ?options=-c%20statement_timeout%3D6s
  const takesTimeout = isNeon(hostname) && !hostname.split('.')[0]!.endsWith('-pooler')
  return {
    connectionTimeoutMillis: connectMs,
    query_timeout: statementMs,
    statement_timeout: statementMs !== undefined && takesTimeout && statementMs + 1_000,
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

const overSocket = (target: SocketTarget) => ({
  webSocketConstructor: socketTransport(target),
  wsProxy: () => 'socket/',
  useSecureWebSocket: false,
  forceDisablePgSSL: true,
  // `true` sends the password before the server asks for it, as Neon's proxy wants; SCRAM needs the
  // server's challenge first.
  pipelineConnect: false,
  // `true` waits a timer tick for more writes, which makes a local query ten times slower.
  coalesceWrites: false,
})

/** The Neon driver's client with settings of its own: a process may use several databases. */
function clientWith(settings: object): typeof Client {
  return class ConfiguredClient extends Client {
    constructor(...args: ConstructorParameters<typeof Client>) {
      super(...args)
      Object.assign(this.neonConfig, settings)
    }
  }
}
