// Error codes of an unavailable Postgres: class 08 connection exception, 53 insufficient resources,
// 57 operator intervention (shutdown, starting up), and 55P03 lock not available (a flood on one
// key). https://www.postgresql.org/docs/15/errcodes-appendix.html
const unavailableCodes = /^(?:08|53|57|55P03)/
// Node's error codes for an open connection that broke. ERR_STREAM_… codes mean a write to a socket
// that was closed during a query.
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

/** Thrown when the wait for the database, or for a free connection of the pool, took too long. */
export class DatabaseTimeout extends Error {}

/** Thrown when no database is configured, for example in a preview deployment. */
export class NoDatabaseHere extends Error {}

/** Whether an error means that the database is away, rather than that the statement was wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseTimeout || error instanceof NoDatabaseHere) return true
  return holds(
    error,
    (code, message) =>
      socketCodes.has(code) || unavailableCodes.test(code) || driverMessages.test(message),
  )
}

/**
 * Whether a connection must not be reused: it failed, or an answer may still arrive on it. Errors
 * that the server reports (they have a severity) leave the connection usable.
 */
export function isConnectionLost(error: unknown): boolean {
  return isDatabaseAway(error) && (error as { severity?: unknown }).severity === undefined
}

/** Whether a connection broke before it answered, for example because it died while idle. */
export function brokeBeforeItsAnswer(error: unknown): boolean {
  return holds(
    error,
    (code, message) =>
      breaks.includes(code) || /terminated unexpectedly|is not queryable/.test(message),
  )
}

// The driver may pass on the error event of a WebSocket, whose `error` field has the real error.
function holds(error: unknown, test: (code: string, message: string) => boolean): boolean {
  const { code, message, error: inner } = Object(error) as Record<string, unknown>
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return test(text(code), text(message)) || (inner !== undefined && holds(inner, test))
}

/** The name of the unique constraint that a failed insert violated; undefined for other errors. */
export function brokenUniqueConstraint(error: unknown): string | undefined {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string }
  return code === '23505' ? constraint : undefined
}
