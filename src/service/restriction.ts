import { setTimeout as after } from 'node:timers/promises'
import { ApiError } from '#contract/errors.ts'
import { waitWords } from '#present/wait-words.ts'
import type { Db } from '#db/connect.ts'
import { beyondRequest } from '#request-deadline.ts'
import { type Restriction, findRestriction } from '#db/restriction.ts'
import type { Service } from './service.ts'

/** Decision 33, Restriction: "followed by every instance within 10 seconds". */
export const following = {
  /** The shortest time between two reads; only requests start them. */
  askAgainMs: 5_000,
  /** From this age of the known state on, a request waits for the read. */
  waitFromMs: 9_000,
  /** The longest wait. While the database is slow or unreachable, no request waits. */
  waitMs: 150,
} as const

/**
 * Follows the restriction in the database, in the background of requests. While the database is
 * unreachable, the last known state stays in force.
 */
export function followRestriction(parts: {
  db: () => Db
  clock: () => Date
  log: Service['log']
  waitMs?: number
}): Service['restriction'] {
  const { db, clock, log, waitMs = following.waitMs } = parts
  let known: Restriction | undefined
  let asOf = Number.NEGATIVE_INFINITY
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined
  let isSlow = false
  let hasFailed = false

  const ask = async (began: number): Promise<void> => {
    try {
      known = await findRestriction(db())
      asOf = began
      isSlow = hasFailed = false
    } catch (error) {
      if (!hasFailed) log('whether access is restricted could not be read', error)
      isSlow = hasFailed = true
    }
  }

  const inForce = (): Restriction | undefined =>
    known && known.until > clock() ? known : undefined

  return () => {
    const now = clock().getTime()
    if (!asking && now - askedAt >= following.askAgainMs) {
      askedAt = now
      asking = beyondRequest(() => ask(now)).finally(() => (asking = undefined))
    }
    if (!asking || isSlow || now - asOf <= following.waitFromMs) return inForce()
    return Promise.race([asking, after(waitMs, 'late', { ref: false })]).then((first) => {
      if (first === 'late') isSlow = true
      return inForce()
    })
  }
}

/** Throws while a restriction covers this kind of call. */
export async function refuseWhileRestricted(
  purpose: 'reading' | 'submission',
  service: Pick<Service, 'restriction' | 'clock'>,
): Promise<void> {
  // A known state is not awaited: every request passes here.
  const known = service.restriction()
  const found = known instanceof Promise ? await known : known
  if (!found || (found.covers === 'submissions' && purpose === 'reading')) return
  throw restricted(found, service.clock())
}

/** The error of a restricted call. */
export function restricted({ until, covers }: Restriction, now: Date): ApiError {
  const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000))
  const sentence = `${sentences[covers]} Try again in ${waitWords(retryAfterSeconds)}.`
  return new ApiError('restricted', sentence, { retryAfterSeconds })
}

const sentences = {
  everything:
    'Access is restricted at the moment, while we hold off abuse. Prebuilt pages and files of the site stay up.',
  submissions:
    'Submissions are closed at the moment, while we hold off abuse. Everything else is open.',
} as const satisfies Record<Restriction['covers'], string>
