import { AsyncLocalStorage } from 'node:async_hooks'

// Not an argument: the deadline must reach every statement of a request, also from objects made
// before it, such as the limiter and the catalogue.
const ends = new AsyncLocalStorage<number>()

/** Decision 33, Degraded: "10 s a request". */
export const requestMs = 10_000

/**
 * Runs a request, or a part of it, whose statements together may wait `ms` for the database. A
 * statement after that fails as one without a deadline of its own would.
 */
export function withinMs<T>(ms: number, run: () => T): T {
  return ends.run(performance.now() + ms, run)
}

/**
 * Runs work that must not end with the request: it goes on after the answer, or serves all
 * requests.
 */
export function beyondRequest<T>(run: () => T): T {
  return ends.exit(run)
}

/** The milliseconds that the current request has left; Infinity outside a request. */
export function timeLeft(): number {
  const end = ends.getStore()
  return end === undefined ? Infinity : end - performance.now()
}
