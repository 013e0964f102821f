import type { VercelKV } from '@vercel/kv'
import { circuit } from './circuit.ts'
import { turnDeadline } from './turn-deadline.ts'

/** The rate-limit store: the Redis in which all instances count. */
export type LimitStore = ReturnType<typeof limitStore>

/**
 * The rate-limit store at an Upstash REST URL. @vercel/kv is used only here (decision 0023) and
 * loaded with the first call: an instance without limited requests never loads it.
 */
export function limitStore({
  url,
  token,
  log,
  now = () => performance.now(),
  // A store in the region of the function answers within a few milliseconds.
  deadlineMs = 500,
  // The pause after a failure: an outage costs few calls, and its end is noticed soon.
  restMs = 5_000,
}: {
  url: string
  token: string
  log: (message: string, error: unknown) => void
  now?: () => number
  deadlineMs?: number
  restMs?: number
}) {
  const connect = async () => {
    const { createClient } = await import('@vercel/kv')
    return createClient({
      url,
      token,
      // Although `false`, the library immediately retries once in case an idle connection is dead. So
      // the same call may arrive twice.
      retry: false,
      signal: turnDeadline(deadlineMs),
      // Off: each request gets its own call and deadline.
      enableAutoPipelining: false,
      enableTelemetry: false,
    })
  }
  let client: Promise<VercelKV> | undefined
  const onOutage = (error: unknown) =>
    log(
      'the store of the limits is away; reads are counted in each process, and submissions in Postgres alone',
      brief(error),
    )
  const ask = circuit({ restMs, now, onOutage })
  return {
    /**
     * Calls the store. Undefined when the store is unreachable: it refused, missed its deadline,
     * gave an invalid answer, or is left alone for a while after such a failure. Never throws.
     */
    ask: <T>(call: (redis: VercelKV) => Promise<T>) =>
      ask(async () => call(await (client ??= connect()))),
    /** The deadline of one call, in milliseconds. */
    deadlineMs,
  }
}

/** Thrown when the store gives an answer that cannot be true. */
export class InvalidAnswer extends Error {}

// Shortens an error for the log. The library's messages repeat the whole command with its script.
// The message `fetch failed` needs its cause, for example a refused connection.
function brief(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, 300)
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
  const message = error.message.split(', command was:')[0]!.slice(0, 300)
  return `${error.name}: ${message}${cause.slice(0, 300)}`
}
