import { statfs } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as after } from 'node:timers/promises'
import { timestamp } from '#present/present.ts'
import { secondsAhead } from '#db/queries/changelog.ts'
import { outboxState } from '#db/queries/outbox.ts'
import { type WriteFailure, probeWrite, writeFailureOf } from '#db/connection/probe.ts'
import { buildLag } from '#db/queries/rebuilds.ts'
import type { LimitStore } from '#limits/store.ts'
import { problemsOf, secondsSince, sentenceOf } from './health-problems.ts'
import type { Service } from './service.ts'

/** How long results of checks are kept, in ms. The second is for the probe that writes. */
const keptMs = 1_000
const writeProbeKeptMs = 10_000
/** How long a failed write counts as a problem, in ms: the small probe may still succeed. */
const failedWriteKeptMs = 60_000
/** The maximum wait for the database, in ms. */
const deadlineMs = 1_000

/** The state of an instance for its operator, without private data and messages of errors. */
export type Health = Awaited<ReturnType<ReturnType<typeof healthCheck>['health']>>

/** What the health check needs besides the service. */
export interface HealthParts {
  store?: Pick<LimitStore, 'ask'> | undefined
  /** The folder of DATA_DIR; undefined where it is not used. */
  dataDir?: string | undefined
  warnings?: readonly string[]
  /** The delay of the event loop. Undefined on the platform, which stops it between requests. */
  loopLag?: ReturnType<typeof measureLoopLag> | undefined
  waitMs?: number
}

/** Checks this instance: `health` for a monitor, `whyNotReady` for a load balancer. */
export function healthCheck(
  service: Pick<Service, 'db' | 'catalog' | 'clock' | 'log' | 'restriction' | 'urls'>,
  { store, dataDir, warnings = [], loopLag, waitMs = deadlineMs }: HealthParts = {},
) {
  const now = () => service.clock().getTime()
  const failing = new Set<string>()
  let failedRequest: { failure: WriteFailure; at: number } | undefined
  let lastFailedWrite: { at: string; kind: WriteFailure } | null = null

  // Runs a check of a part, such as the database. Of a series of failures only the first is logged.
  const tried = async <T>(part: string, ask: () => T): Promise<Awaited<T> | undefined> => {
    try {
      const answer = await ask()
      failing.delete(part)
      return answer
    } catch (error) {
      if (!failing.has(part)) service.log(`the health check did not reach the ${part}`, error)
      failing.add(part)
      return undefined
    }
  }

  const writes = keptFor(writeProbeKeptMs, now, async () => {
    const failure = await probeWrite(service.db)
    if (failure) remember(failure)
    return failure
  })
  const remember = (kind: WriteFailure) => {
    lastFailedWrite = { at: timestamp(service.clock()), kind }
  }
  const recentFailure = () =>
    failedRequest && now() - failedRequest.at < failedWriteKeptMs
      ? failedRequest.failure
      : undefined
  const database = keptFor(keptMs, now, async () => {
    const builtFrom = await tried('catalogue', () => service.catalog.builtFrom)
    return tried('database', async () => {
      const { db } = service
      const [outbox, lag, ahead, writeFailure] = await Promise.all([
        outboxState(db),
        buildLag(db, builtFrom ?? new Date(0)),
        secondsAhead(db),
        writes(),
      ])
      return { outbox, lag, ahead, writeFailure }
    })
  })
  const storeState = keptFor(keptMs, now, async () => {
    if (!store) return 'none' as const
    return (await store.ask((redis) => redis.ping())) === undefined ? 'away' : 'answers'
  })

  const look = async () => {
    const [asked, rateLimitStore, restriction, disk, builtFrom] = await Promise.all([
      Promise.race([database(), after(waitMs, undefined, { ref: false })]),
      storeState(),
      service.restriction(),
      dataDir === undefined ? undefined : tried('disk', () => statfs(dataDir)),
      tried('catalogue', () => service.catalog.builtFrom),
    ])
    const found = asked && { ...asked, writeFailure: asked.writeFailure ?? recentFailure() }
    const freeMb = disk && Math.floor((disk.bavail * disk.bsize) / 1024 / 1024)
    return { found, rateLimitStore, restriction, freeMb, builtFrom, lastFailedWrite }
  }

  return {
    /** Records the error of a failed request: a write may show what the probe does not. */
    failed: (error: unknown): void => {
      const failure = writeFailureOf(error)
      if (!failure) return
      failedRequest = { failure, at: now() }
      remember(failure)
    },
    /** Records that the write of a request was committed. */
    wrote: (): void => {
      failedRequest = undefined
    },
    health: async () => {
      const seen = await look()
      const { found, rateLimitStore, restriction, freeMb, builtFrom } = seen
      const loop = loopLag?.()
      const problems = problemsOf({ ...seen, loop, now: service.clock() })
      return {
        status: problems.length > 0 ? ('degraded' as const) : ('ok' as const),
        /** Sentences, each with a problem and its remedy. */
        problems: problems.map((problem) => sentenceOf(problem, service.urls.site)),
        /** A sentence for each recommended setting of the platform that is missing. */
        warnings: [...warnings],
        database: found ? ('answers' as const) : ('away' as const),
        /** `refused` if the last probe failed, or the write of a request in the last minute. */
        writes: writesOf(found),
        /** The last write of this instance that the database refused. */
        last_failed_write: seen.lastFailedWrite,
        rate_limit_store: rateLimitStore,
        restriction: restriction
          ? { covers: restriction.covers, until: timestamp(restriction.until) }
          : null,
        /**
         * The times of the newest change in the build and in the database, and how far the build is
         * behind; null if the catalogue cannot be opened.
         */
        build: builtFrom
          ? { cursor: timestamp(builtFrom), ...(found && lagOf(found.lag, service.clock())) }
          : null,
        // Missing while the database cannot be reached.
        ...(found && {
          outbox: {
            waiting: found.outbox.waiting,
            failed: found.outbox.failed,
            due_seconds: secondsSince(found.outbox.due_since, service.clock()),
          },
          /** How far the newest changelog item is in the future. */
          changelog_ahead_seconds: found.ahead,
        }),
        /** Missing where DATA_DIR is not used. */
        ...(freeMb !== undefined && { disk: { free_mb: freeMb } }),
        /** The delay since the last check; missing on the platform. */
        ...(loop && { event_loop: loop }),
      }
    },
    /** The most severe problem that prevents answers, as a sentence; undefined if there is none. */
    whyNotReady: async (): Promise<string | undefined> => {
      const seen = await look()
      const problem = problemsOf({ ...seen, now: service.clock() }).find(({ isRed }) => isRed)
      return problem && sentenceOf(problem, service.urls.site)
    },
  }
}

function writesOf(found: { writeFailure: WriteFailure | undefined } | undefined) {
  if (!found) return 'unknown' as const
  return found.writeFailure ? ('refused' as const) : ('accepted' as const)
}

function lagOf(lag: Awaited<ReturnType<typeof buildLag>>, now: Date) {
  return {
    database_cursor: lag.cursor && timestamp(lag.cursor),
    behind: lag.behind,
    behind_seconds: secondsSince(lag.behind_since, now),
    last_failure: lag.failed_at && timestamp(lag.failed_at),
  }
}

/** Returns a function that reports the delays of timers since its previous call, in ms. */
export function measureLoopLag() {
  const resolution = 20
  let histogram: ReturnType<typeof monitorEventLoopDelay> | undefined
  // The histogram records the interval of timers plus their delay, in nanoseconds.
  const late = (nanoseconds: number) => Math.max(0, Math.round(nanoseconds / 1e6 - resolution)) || 0
  return () => {
    if (!histogram) {
      histogram = monitorEventLoopDelay({ resolution })
      histogram.enable()
      return { p99_ms: 0, max_ms: 0 }
    }
    const lag = { p99_ms: late(histogram.percentile(99)), max_ms: late(histogram.max) }
    histogram.reset()
    return lag
  }
}

/** Runs one check at a time, and keeps its result for `ms`. Failures are not kept. */
function keptFor<T>(ms: number, now: () => number, check: () => Promise<T>): () => Promise<T> {
  let known: { result: Promise<T>; at: number } | undefined
  return () => {
    if (known && now() - known.at < ms) return known.result
    const running = { result: check(), at: Number.POSITIVE_INFINITY }
    known = running
    running.result.then(
      () => (running.at = now()),
      () => (known = undefined),
    )
    return running.result
  }
}
