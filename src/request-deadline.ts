import { AsyncLocalStorage } from 'node:async_hooks'

// The time at which the current request ends. It is not passed as an argument, because it must
// reach every database statement of the request, also in objects that exist longer, such as the
// limiter.
const ends = new AsyncLocalStorage<number>()

/** In ms, how long a request may wait for the database. Decisions, Degraded: "10 s a request". */
export const requestMs = 10_000

/**
 * Runs a request, or a part of it, whose database statements together may wait `ms`. A later
 * statement fails in the same way as one that exceeds its own deadline.
 */
export function withinMs<T>(ms: number, run: () => T): T {
  return ends.run(performance.now() + ms, run)
}

/** Runs work without the deadline of this request: it outlives the answer, or serves several. */
export function beyondRequest<T>(run: () => T): T {
  return ends.exit(run)
}

/** The time in ms that the current request has left; Infinity outside of a request. */
export function timeLeft(): number {
  const end = ends.getStore()
  return end === undefined ? Infinity : end - performance.now()
}
