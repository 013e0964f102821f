import { AsyncLocalStorage } from 'node:async_hooks'

// The one thing here that is not an argument: it must reach every statement of a request, also those
// of what was made long before it, as the limiter and the catalogue.
const ends = new AsyncLocalStorage<number>()

/** Decision, Degraded: "10 s a request". */
export const requestMs = 10_000

/**
 * Runs a request, or a part of it, whose statements all together may wait for the database so long. Single
 * deadlines add up: a statement that would begin or go on after that fails as one that had none.
 */
export function withinMs<T>(ms: number, run: () => T): T {
  return ends.run(performance.now() + ms, run)
}

/** Runs what must not be cut short with a request: it goes on after the answer, or is done for all. */
export function beyondRequest<T>(run: () => T): T {
  return ends.exit(run)
}

/** The milliseconds that the request at hand has left; Infinity outside of one. */
export function timeLeft(): number {
  const end = ends.getStore()
  return end === undefined ? Infinity : end - performance.now()
}
