import type { Db } from '#db/connect.ts'
import { countWaitingMails } from '#db/outbox.ts'
import { isRebuildWaiting } from '#db/rebuilds.ts'
import { countExpired, expiring, sweepSome } from '#db/sweep.ts'
import { type Mailer, deliverDueMails } from '#mail/deliver.ts'
import type { GitHub } from '#proof/repositories/ask-github.ts'
import { type Network, checkDueBadges } from './check-badge.ts'
import type { RebuildRun } from './rebuilds.ts'
import type { recheck } from '#proof/recheck.ts'
import { recheckDueProofs } from './recheck-proofs.ts'

/** The dependencies of the jobs. */
export interface JobParts {
  db: Db
  /** Loads the mail templates on the first call. */
  mailer: () => Promise<Mailer>
  /** Null where this site has no public address that a badge could link to. */
  network: Network | null
  /** Null where repositories are not checked again. */
  gitHub: Omit<GitHub, 'clock'> | null
  /** Replaces the check of a repository: `npm start` runs it in a thread. */
  recheck?: typeof recheck
  /** Runs or starts the build that is due. */
  rebuild: () => Promise<RebuildRun>
  clock: () => Date
  /** Called once for each job that failed. */
  log: (message: string, error: unknown) => void
}

/** The bounds of a job: at most `most` items, and no new item after `signal`. */
interface Share {
  most: number
  signal: AbortSignal
}

/** Items that a job did, left for a later round, and failed at. */
export interface Tally {
  done: number
  left: number
  failed: number
}

interface Job {
  /** The interval of the timers of `npm start`; a cron may come less often. */
  everyMs: number
  /** Whether it also runs after submissions and decisions, so that one cron a day is enough. */
  isQuick: boolean
  /** Runs after the other jobs, which may request it. */
  isLast?: true
  run: (parts: JobParts, share: Share) => Promise<Tally>
}

const nothing: Tally = { done: 0, left: 0, failed: 0 }

/** The recurring jobs (decision 0024). Each claims its items, so concurrent rounds share the work. */
export const jobs = {
  mails: {
    everyMs: 15_000,
    isQuick: true,
    run: async ({ db, mailer }, share) => {
      if ((await countWaitingMails(db)) === 0) return nothing
      const { delivered, failed } = await deliverDueMails(db, await mailer(), share)
      return { done: delivered, left: await countWaitingMails(db), failed }
    },
  },
  badges: {
    everyMs: 10 * 60_000,
    isQuick: false,
    run: async ({ db, network, clock }, { most, signal }) => {
      if (network === null) return nothing
      const share = { now: clock(), limit: Math.min(most, mostSites), signal }
      const { looked, left } = await checkDueBadges(db, share, network)
      return { done: looked, left, failed: 0 }
    },
  },
  proofs: {
    everyMs: 60 * 60_000,
    isQuick: false,
    run: async ({ db, gitHub, recheck: read, clock }, { most, signal }) => {
      if (gitHub === null) return nothing
      const share = { limit: Math.min(most, mostRepositories), signal }
      const { looked, failed, left } = await recheckDueProofs(db, share, { ...gitHub, clock }, read)
      return { done: looked, left, failed }
    },
  },
  sweeping: {
    everyMs: 60 * 60_000,
    isQuick: false,
    run: async ({ db }, { most, signal }) => {
      let done = 0
      for (const table of expiring) {
        for (let isMore = true; isMore && done < most && !signal.aborted;) {
          const swept = await sweepSome(db, table, sweptAtOnce)
          done += swept
          isMore = swept === sweptAtOnce
        }
      }
      return { done, left: await countExpired(db), failed: 0 }
    },
  },
  rebuilds: {
    everyMs: 15_000,
    isQuick: true,
    isLast: true,
    run: async ({ db, rebuild }) => {
      const run = await rebuild()
      const left = (await isRebuildWaiting(db)) ? 1 : 0
      return { done: run.state === 'done' ? 1 : 0, left, failed: run.state === 'failed' ? 1 : 0 }
    },
  },
} as const satisfies Record<string, Job>

/** Sites in a round. */
const mostSites = 5
/**
 * Repositories in a round, with two requests or more each. Without a token GitHub allows 60 requests
 * an hour. https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
 */
const mostRepositories = 8
/** Rows in a statement, so that their locks are short. */
const sweptAtOnce = 500

export type JobName = keyof typeof jobs
export const jobNames = Object.keys(jobs) as JobName[]
