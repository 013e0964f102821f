import { setTimeout as after } from 'node:timers/promises'
import { ApiError } from '#contract/errors.ts'
import { waitWords } from '#present/wait-words.ts'
import type { Db } from '#db/connection/connect.ts'
import { beyondRequest } from '#request-deadline.ts'
import { type Restriction, findRestriction } from '#db/queries/restriction.ts'
import type { Service } from './service.ts'

/**
 * How an instance follows a restriction of access. Decisions, Restriction: "followed by every
 * instance within 10 seconds".
 */
export const following = {
  /** The minimum time between two reads of the restriction. A read only starts with a request. */
  askAgainMs: 5_000,
  /** If the known state is older than this, a request waits until it is read again. */
  waitFromMs: 9_000,
  /** The maximum wait of a request. While the database is slow or away, no request waits. */
  waitMs: 150,
} as const

/**
 * Returns a function that returns the restriction in force. It reads the database in the background
 * of requests. While the database cannot be reached, the last known restriction stays in force.
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

/** Throws if a restriction of access covers this kind of call. */
export async function refuseWhileRestricted(
  purpose: 'reading' | 'submission',
  service: Pick<Service, 'restriction' | 'clock'>,
): Promise<void> {
  // Only a promise is awaited, because every request runs this code.
  const known = service.restriction()
  const found = known instanceof Promise ? await known : known
  if (!found || (found.covers === 'submissions' && purpose === 'reading')) return
  throw restricted(found, service.clock())
}

/** The error of a call that a restriction refuses. */
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
