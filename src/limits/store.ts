import type { VercelKV } from '@vercel/kv'
import { circuit } from './circuit.ts'
import { turnDeadline } from './turn-deadline.ts'

/** The Redis that all instances count in. */
export interface LimitStore {
  /**
   * Asks the store. Undefined when it is away: it refused, was silent past its deadline, answered
   * what `call` could not believe, or is left alone after that. Never throws.
   */
  ask: <T>(call: (redis: VercelKV) => Promise<T>) => Promise<T | undefined>
  /** How long one question may take. */
  deadlineMs: number
  /** The clock of this process, in milliseconds; it never goes back. */
  now: () => number
}

/** A store in the region of the function answers in a few milliseconds. */
const defaultDeadlineMs = 500
/** Long enough that an outage costs nobody much, short enough that its end is seen soon. */
const defaultRestMs = 5_000

/**
 * The store at an address that speaks Upstash's REST. This is the only place that knows @vercel/kv
 * (decision 0023), and it is loaded with the first question: who lists without a store never pays
 * for it.
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
      // Once more at once: a connection that slept may be dead. Whatever is asked may come twice.
      retry: false,
      signal: turnDeadline(deadlineMs),
      // A decision of its own for each request, with a deadline of its own.
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

/** An answer that the store cannot have meant. */
export class UnbelievableAnswer extends Error {}

// The library writes the whole command into its errors, with the script in it; and a refused
// connection is the cause of a `fetch failed`.
function brief(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, 300)
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
  const said = error.message.split(', command was:')[0]!.slice(0, 300)
  return `${error.name}: ${said}${cause.slice(0, 300)}`
}
