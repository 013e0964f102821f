import { Pool, type PoolClient, neonConfig } from '@neondatabase/serverless'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type { Database } from './schema.ts'
import { type SocketTarget, socketTransport } from './socket-transport.ts'

export type Db = Kysely<Database>

/**
 * Opens a pool on any Postgres: Neon by its own WebSocket, every other by a socket (decision 0004).
 * The URL may name a unix socket as libpq does, `?host=/path`. `onError` hears of idle connections
 * that break; the pool replaces them.
 */
export function connect(
  url: string,
  options: { max: number; onError: (error: Error) => void },
): Db {
  const address = new URL(url)
  if (!isNeon(address.hostname)) useSocket(socketTarget(address))
  const pool = new Pool({
    connectionString: url,
    max: options.max,
    // Shorter than a suspended function lives: a connection that outlives its function is found
    // dead by the next request.
    idleTimeoutMillis: 5_000,
    connectionTimeoutMillis: 5_000,
  })
  // Without a listener a dropped idle connection would end the process.
  pool.on('error', options.onError)
  // Nor may one that breaks inside a transaction, between two queries: the next query tells.
  pool.on('connect', (client: PoolClient) => client.on('error', () => {}))
  // The driver's connect() is typed as void-returning; at run time it is pg's.
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: pool as unknown as PostgresPool }),
  })
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

// The driver's configuration is global; a process talks to one database, so it is set where that
// database is named.
function useSocket(target: SocketTarget) {
  // The driver only calls what the look-alike has; the DOM type asks for more.
  neonConfig.webSocketConstructor = socketTransport(target) as unknown as typeof WebSocket
  neonConfig.wsProxy = () => 'socket/'
  neonConfig.useSecureWebSocket = false
  neonConfig.forceDisablePgSSL = true
  // Sends the password before it is asked for, which only Neon's proxy wants; SCRAM needs the
  // server's challenge first.
  neonConfig.pipelineConnect = false
  // Waits a timer tick for more writes: ten times the latency of a local query.
  neonConfig.coalesceWrites = false
}
