/**
 * Aborts at a signal to stop, and when the parent process has ended: a SIGTERM to `npm start` only
 * ends the shell of npm, and the server would go on, with its port and data folder. On Windows the
 * id of the parent does not change.
 */
export function whenStopped(): AbortController {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  const parent = process.ppid
  if (process.env['npm_lifecycle_event'])
    setInterval(() => process.ppid !== parent && stop(), 250).unref()
  return stopping
}
