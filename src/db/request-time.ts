import { AsyncLocalStorage } from 'node:async_hooks'

// The one thing here that is not an argument: it must reach every statement of a request, also those
// of what was made long before it, as the limiter and the catalogue.
const ends = new AsyncLocalStorage<number>()

/**
 * Runs a part of a request, whose statements all together may wait for the database so long. Single
 * deadlines add up: a statement that would begin or go on after that fails as one that had none.
 */
export function withinMs<T>(ms: number, run: () => T): T {
  return ends.run(performance.now() + ms, run)
}

/** Runs what goes on after the answer, and must not be cut short with it. */
export function beyondRequest<T>(run: () => T): T {
  return ends.exit(run)
}

/** The milliseconds that the request at hand has left; Infinity outside of one. */
export function timeLeft(): number {
  const end = ends.getStore()
  return end === undefined ? Infinity : end - performance.now()
}
