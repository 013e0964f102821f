// Postgres error classes: 08 connection exception, 53 insufficient resources, 57 operator
// intervention (shutdown, starting up), 55P03 lock not available (a flood on one key).
// https://www.postgresql.org/docs/15/errcodes-appendix.html
const away = /^(?:08|53|57|55P03)/
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EACCES',
])
const driverMessages =
  /timeout exceeded when trying to connect|Connection terminated|is not queryable|the database server does not offer TLS/i

/**
 * Whether a failed query means that the database cannot be reached at the moment, rather than that
 * we asked something wrong.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
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

/** The unique constraint that an insert broke, if that is what happened. */
export function brokenUniqueConstraint(error: unknown): string | undefined {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string }
  return code === '23505' ? constraint : undefined
}
