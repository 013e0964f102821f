// Postgres error classes: 08 connection exception, 53 insufficient resources, 57 operator
// intervention (shutdown, starting up), 55P03 lock not available (a flood on one key).
// https://www.postgresql.org/docs/15/errcodes-appendix.html
const unavailableCodes = /^(?:08|53|57|55P03)/
// An open connection broke. ERR_STREAM is Node's "write after end", for a socket that was closed
// during a query.
const breaks = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_WRITE_AFTER_END', 'ERR_STREAM_DESTROYED']
const socketCodes = new Set([
  ...breaks,
  'ECONNREFUSED',
  'ENOENT',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'EACCES',
])
const driverMessages =
  /timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|is not queryable|the database server does not offer TLS/i

/** A wait for the database, or for a place in the pool, reached a deadline. */
export class DatabaseTimeout extends Error {}

/** There is no database, as in a preview without one. */
export class NoDatabaseHere extends Error {}

/**
 * Whether an error means that the database is unreachable, rather than that the statement was
 * wrong.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if (error instanceof DatabaseTimeout || error instanceof NoDatabaseHere) return true
  const { code, message, error: inner } = error as Record<string, unknown>
  if (typeof code === 'string' && (socketCodes.has(code) || unavailableCodes.test(code)))
    return true
  if (typeof message === 'string' && driverMessages.test(message)) return true
  // The driver passes on a WebSocket's error event, which contains the error.
  return inner !== undefined && isDatabaseAway(inner)
}

/**
 * Whether the connection failed or still owes an answer, so that it must not be reused. Errors that
 * the server reports leave the connection usable.
 */
export function isConnectionLost(error: unknown): boolean {
  return isDatabaseAway(error) && (error as { severity?: unknown }).severity === undefined
}

/**
 * Whether the connection broke before the answer, as an idle connection does that died unnoticed.
 */
export function brokeBeforeItsAnswer(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, message, error: inner } = error as Record<string, unknown>
  if (typeof code === 'string' && breaks.includes(code)) return true
  if (typeof message === 'string' && /terminated unexpectedly|is not queryable/.test(message))
    return true
  return inner !== undefined && brokeBeforeItsAnswer(inner)
}

/** The unique constraint that a failed insert violated. */
export function brokenUniqueConstraint(error: unknown): string | undefined {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string }
  return code === '23505' ? constraint : undefined
}
