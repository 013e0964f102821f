// Postgres error classes: 08 connection exception, 53 insufficient resources, 57 operator
// intervention (shutdown, starting up), 55P03 lock not available (a flood on one key).
// https://www.postgresql.org/docs/15/errcodes-appendix.html
const away = /^(?:08|53|57|55P03)/
// The connection was there and broke; ERR_STREAM is Node's "write after end", said of a socket that
// was closed while a query was on its way.
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

/** The database, or a place among its connections, was waited for until a deadline of ours. */
export class DatabaseTimeout extends Error {}

/** There is no database here, as in a preview without one of its own. */
export class NoDatabaseHere extends Error {}

/**
 * Whether a failed query means that the database cannot be reached at the moment, rather than that
 * we asked something wrong.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if (error instanceof DatabaseTimeout || error instanceof NoDatabaseHere) return true
  const {
    code,
    message,
    error: inner,
  } = error as { code?: unknown; message?: unknown; error?: unknown }
  if (typeof code === 'string' && (socketCodes.has(code) || away.test(code))) return true
  if (typeof message === 'string' && driverMessages.test(message)) return true
  // The driver hands on a WebSocket's error event, which carries the error inside.
  return inner !== undefined && isDatabaseAway(inner)
}

/**
 * Whether the connection itself failed, or an answer is still owed on it: it must not be used again.
 * What the server says as an error leaves its connection whole.
 */
export function isConnectionLost(error: unknown): boolean {
  return isDatabaseAway(error) && (error as { severity?: unknown }).severity === undefined
}

/** Whether the connection broke with the question on its way, as one does that died unseen. */
export function brokeBeforeItsAnswer(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, message, error: inner } = error as Record<string, unknown>
  if (typeof code === 'string' && breaks.includes(code)) return true
  if (typeof message === 'string' && /terminated unexpectedly|is not queryable/.test(message))
    return true
  return inner !== undefined && brokeBeforeItsAnswer(inner)
}

/** The unique constraint that an insert broke, if that is what happened. */
export function brokenUniqueConstraint(error: unknown): string | undefined {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string }
  return code === '23505' ? constraint : undefined
}
