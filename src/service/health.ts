import { setTimeout as after } from 'node:timers/promises'
import { timestamp } from '#core/present.ts'
import { outboxState } from '#db/outbox.ts'
import { buildLag } from '#db/rebuilds.ts'
import type { Service } from './service.ts'

/** From when on what waits is a problem, in seconds: several rounds of sending and of building. */
export const patience = { mail: 15 * 60, build: 30 * 60 } as const

const keptMs = 1_000
const deadlineMs = 1_000

/** How an instance is, for whoever operates it. No names, no addresses, no texts of failures. */
export interface Health {
  status: 'ok' | 'degraded'
  /** What is not well, each in a sentence. */
  problems: string[]
  database: 'answers' | 'away'
  /** The newest change that the build of this instance holds, and what came since. */
  build: { cursor: string } & (
    | {
        database_cursor: string | null
        behind: number
        last_failure: string | null
      }
    | Record<never, never>
  )
  /** Mails that wait, and for how long one has been due; absent while the database is away. */
  outbox?: { waiting: number; failed: number; due_seconds: number }
}

type Found = Awaited<ReturnType<typeof ask>> | undefined

/**
 * Tells how this instance is. The database is asked once a second at most, by one question at a
 * time and for a second at most: whoever looks often must not be one more load on a slow database.
 */
export function healthCheck(
  service: Pick<Service, 'db' | 'catalog' | 'clock' | 'log'>,
  waitMs: number = deadlineMs,
) {
  let known: { found: Found; at: number } | undefined
  let asking: Promise<Found> | undefined
  let isAway = false

  const look = async (): Promise<Found> => {
    try {
      const found = await ask(service)
      isAway = false
      return found
    } catch (error) {
      // Once for a database that stays away.
      if (!isAway) service.log('the health check did not reach the database', error)
      isAway = true
      return undefined
    }
  }

  const found = async (): Promise<Found> => {
    const now = service.clock().getTime()
    if (known && now - known.at < keptMs) return known.found
    asking ??= look().then((answer) => {
      known = { found: answer, at: service.clock().getTime() }
      asking = undefined
      return answer
    })
    return Promise.race([asking, after(waitMs, undefined, { ref: false })])
  }

  return {
    health: async (): Promise<Health> =>
      healthOf(service.catalog.builtFrom, await found(), service.clock()),
    /** Whether a request that needs the database can be answered now. */
    isReady: async (): Promise<boolean> => (await found()) !== undefined,
  }
}

async function ask({ db, catalog }: Pick<Service, 'db' | 'catalog'>) {
  const [outbox, lag] = await Promise.all([outboxState(db), buildLag(db, catalog.builtFrom)])
  return { outbox, lag }
}

function healthOf(builtFrom: Date, found: Found, now: Date): Health {
  const cursor = timestamp(builtFrom)
  if (!found)
    return {
      status: 'degraded',
      problems: ['The database does not answer.'],
      database: 'away',
      build: { cursor },
    }
  const { outbox, lag } = found
  const since = (moment: Date | null) =>
    moment ? Math.max(0, Math.round((now.getTime() - moment.getTime()) / 1000)) : 0
  const due_seconds = since(outbox.due_since)
  const problems = [
    ...(due_seconds > patience.mail ? ['Mails that are due are not sent.'] : []),
    ...(lag.failed_at ? ['The last build failed; `editor -- rebuild --state` says why.'] : []),
    ...(since(lag.behind_since) > patience.build ? ['The build does not follow the changes.'] : []),
  ]
  return {
    status: problems.length > 0 ? 'degraded' : 'ok',
    problems,
    database: 'answers',
    build: {
      cursor,
      database_cursor: lag.cursor && timestamp(lag.cursor),
      behind: lag.behind,
      last_failure: lag.failed_at && timestamp(lag.failed_at),
    },
    outbox: { waiting: outbox.waiting, failed: outbox.failed, due_seconds },
  }
}
