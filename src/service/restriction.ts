import { setTimeout as after } from 'node:timers/promises'
import { ApiError } from '#contract/errors.ts'
import { waitWords } from '#present/wait-words.ts'
import type { Db } from '#db/connect.ts'
import { beyondRequest } from '#request-deadline.ts'
import { type Restriction, findRestriction } from '#db/restriction.ts'
import type { Service } from './service.ts'

/** Decision, Restriction: "followed by every instance within 10 seconds". */
export const following = {
  /** Asked for again this long after it was asked for last, while requests come … */
  askAgainMs: 5_000,
  /** … and older than this, a request waits for it, as the first one of an instance does … */
  waitFromMs: 9_000,
  /** … at most this long. Once the database was slow or away, nobody waits until it answered. */
  waitMs: 150,
} as const

/**
 * Follows what is in force by asking the database now and then, beside the requests: they read
 * what is known. With the database away it stays as it was known.
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
      // Once for a database that stays away, not with every question.
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

/** What a call is for: a restriction of submissions leaves reading open. */
type Purpose = 'reading' | 'submission'

/** Throws while a restriction keeps calls of this kind out. */
export async function refuseWhileRestricted(
  purpose: Purpose,
  service: Pick<Service, 'restriction' | 'clock'>,
): Promise<void> {
  // Not awaited where it is known: this stands before everything that is answered.
  const asked = service.restriction()
  const found = asked instanceof Promise ? await asked : asked
  if (!found || (found.covers === 'submissions' && purpose === 'reading')) return
  throw restricted(found, service.clock())
}

/** What a call is told that is kept out. */
export function restricted({ until, covers }: Restriction, now: Date): ApiError {
  const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000))
  const sentence = `${sentences[covers]} ${again(retryAfterSeconds)}`
  return new ApiError('restricted', sentence, { retryAfterSeconds })
}

const sentences = {
  everything:
    'Access is restricted at the moment, while we hold off abuse. Prebuilt pages and files of the site stay up.',
  submissions:
    'Submissions are closed at the moment, while we hold off abuse. Everything else is open.',
} as const satisfies Record<Restriction['covers'], string>

function again(seconds: number): string {
  return `Try again in ${waitWords(seconds)}.`
}
