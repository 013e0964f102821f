import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

/** Facts about the current request, collected while it is answered. */
export interface RequestNotes {
  readonly id: string
  /** The operation of the contract. */
  operation?: string
  /** How long it waited for the database. */
  databaseMs: number
  /** How often it waited for the database. */
  databaseWaits: number
  /** The bucket of the rate limit that refused it. */
  refusedBy?: string
}

const notes = new AsyncLocalStorage<RequestNotes>()

/** The current request; undefined in a command or a timer. */
export const currentRequest = (): Readonly<RequestNotes> | undefined => notes.getStore()

/** Runs the handler of a request, which `currentRequest` then returns everywhere below it. */
export function forRequest<T>(id: string, answer: (own: Readonly<RequestNotes>) => T): T {
  const own: RequestNotes = { id, databaseMs: 0, databaseWaits: 0 }
  return notes.run(own, () => answer(own))
}

/** Notes the operation of the current request. */
export function noteOperation(id: string): void {
  const own = notes.getStore()
  if (own) own.operation = id
}

/** Adds the duration of one statement to the current request. */
export function noteDatabase(milliseconds: number): void {
  const own = notes.getStore()
  if (!own) return
  own.databaseMs += milliseconds
  own.databaseWaits++
}

/** Notes the rate limit that refused the current request. */
export function noteRefusal(bucket: string): void {
  const own = notes.getStore()
  if (own) own.refusedBy = bucket
}

/** The platform's header for the id of a request; it overwrites the caller's value. */
export const platformIdHeader = 'x-vercel-id'

/** The platform's id of a request, so that both logs can be compared; else a new one. */
export function requestId(headers: Headers): string {
  const given = headers.get(platformIdHeader)
  return given !== null && /^[\w:.-]{1,120}$/.test(given) ? given : randomUUID()
}
