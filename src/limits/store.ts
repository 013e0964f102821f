import type { VercelKV } from '@vercel/kv'
import { circuit } from './circuit.ts'
import { turnDeadline } from './turn-deadline.ts'

/** The rate-limit store: the Redis in which all instances count. */
export interface LimitStore {
  /**
   * Calls the store. Undefined when it is unreachable: it refused, missed its deadline, gave an
   * invalid answer, or rests after one of these. Never throws.
   */
  ask: <T>(call: (redis: VercelKV) => Promise<T>) => Promise<T | undefined>
  /** The deadline of one call, in milliseconds. */
  deadlineMs: number
  /** The monotonic clock of this process, in milliseconds. */
  now: () => number
}

/** A store in the region of the function answers within a few milliseconds. */
const defaultDeadlineMs = 500
/** Long enough that an outage costs few calls, short enough that its end is noticed soon. */
const defaultRestMs = 5_000

/**
 * The store behind an Upstash REST address. @vercel/kv is used only here (decision 0023), and
 * loaded with the first call: an instance that only lists without limits never loads it.
 */
export function limitStore({
  url,
  token,
  log,
  now = () => performance.now(),
  deadlineMs = defaultDeadlineMs,
  restMs = defaultRestMs,
}: {
  url: string
  token: string
  log: (message: string, error: unknown) => void
  now?: () => number
  deadlineMs?: number
  restMs?: number
}): LimitStore {
  const connect = async () => {
    const { createClient } = await import('@vercel/kv')
    return createClient({
      url,
      token,
      // `false` still means one immediate retry: an idle connection may be dead. So a call may arrive
      // twice.
      retry: false,
      signal: turnDeadline(deadlineMs),
      // Each request gets its own decision and deadline.
      enableAutoPipelining: false,
      enableTelemetry: false,
    })
  }
  let client: Promise<VercelKV> | undefined
  const onOutage = (error: unknown) =>
    log(
      'the store of the limits is away; reads pass and submissions are counted in Postgres alone',
      brief(error),
    )
  const ask = circuit({ restMs, now, onOutage })
  return {
    ask: (call) => ask(async () => call(await (client ??= connect()))),
    deadlineMs,
    now,
  }
}

/** An answer of the store that cannot be true. */
export class InvalidAnswer extends Error {}

// The library repeats the whole command, with its script, in error messages; the cause of `fetch
// failed` is a refused connection.
function brief(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, 300)
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
  const message = error.message.split(', command was:')[0]!.slice(0, 300)
  return `${error.name}: ${message}${cause.slice(0, 300)}`
}
