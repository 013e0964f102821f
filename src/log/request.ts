import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

/** Facts about the current request, collected while it is answered. */
export interface RequestNotes {
  readonly id: string
  /** The id of the contract's operation. */
  operation?: string
  /** How long the request waited for the database, in ms. */
  databaseMs: number
  /** How often the request waited for the database. */
  databaseWaits: number
  /** The bucket of the rate limit that refused the request. */
  refusedBy?: string
}

const notes = new AsyncLocalStorage<RequestNotes>()

/** The notes of the current request; undefined outside of a request, in a command or a timer. */
export const currentRequest = (): Readonly<RequestNotes> | undefined => notes.getStore()

/**
 * Runs the handler of a request. `currentRequest` returns the notes of the request in all code that
 * the handler calls.
 */
export function forRequest<T>(id: string, answer: (own: Readonly<RequestNotes>) => T): T {
  const own: RequestNotes = { id, databaseMs: 0, databaseWaits: 0 }
  return notes.run(own, () => answer(own))
}

/** Notes facts about the current request. */
export function note(facts: Pick<RequestNotes, 'operation' | 'refusedBy'>): void {
  Object.assign(notes.getStore() ?? {}, facts)
}

/** Adds the duration of one SQL statement to the current request. */
export function noteDatabase(milliseconds: number): void {
  const own = notes.getStore()
  if (!own) return
  own.databaseMs += milliseconds
  own.databaseWaits++
}

/** The header with the platform's id of a request. The platform overwrites a client's value. */
export const platformIdHeader = 'x-vercel-id'

/**
 * The platform's id of a request, so that our log can be compared with the platform's; otherwise a
 * new id.
 */
export function requestId(headers: Headers): string {
  const given = headers.get(platformIdHeader)
  return given !== null && /^[\w:.-]{1,120}$/.test(given) ? given : randomUUID()
}
