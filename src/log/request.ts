import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

/** What is known of the request that is being answered, gathered on its way through the code. */
export interface RequestNotes {
  readonly id: string
  /** The operation of the contract that it asked for. */
  operation?: string
  /** How long it waited for answers of the database. */
  databaseMs: number
  /** How often it waited for them. */
  databaseWaits: number
  /** The bucket of the rate limit that refused it. */
  refusedBy?: string
}

const notes = new AsyncLocalStorage<RequestNotes>()

/** The request that this code works for; none in a command or a timer. */
export const currentRequest = (): Readonly<RequestNotes> | undefined => notes.getStore()

/** Runs what answers a request, so that all it calls knows which one it works for. */
export function forRequest<T>(id: string, answer: (own: Readonly<RequestNotes>) => T): T {
  const own: RequestNotes = { id, databaseMs: 0, databaseWaits: 0 }
  return notes.run(own, () => answer(own))
}

/** Notes which operation the current request asked for. */
export function noteOperation(id: string): void {
  const own = notes.getStore()
  if (own) own.operation = id
}

/** Adds what one statement took. */
export function noteDatabase(milliseconds: number): void {
  const own = notes.getStore()
  if (!own) return
  own.databaseMs += milliseconds
  own.databaseWaits++
}

/** Notes which rate limit refused the current request. */
export function noteRefusal(bucket: string): void {
  const own = notes.getStore()
  if (own) own.refusedBy = bucket
}

/** The header by which the platform names a request; it overwrites what a caller sends. */
export const platformIdHeader = 'x-vercel-id'

/** The platform's name for a request, so that its log and ours can be laid side by side; else ours. */
export function requestId(headers: Headers): string {
  const given = headers.get(platformIdHeader)
  return given !== null && /^[\w:.-]{1,120}$/.test(given) ? given : randomUUID()
}
