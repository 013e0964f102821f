import type { Db } from '#db/connection/connect.ts'
import { countWaitingMails } from '#db/queries/outbox.ts'
import { isRebuildWaiting } from '#db/queries/rebuilds.ts'
import { countExpired, expiring, sweepSome } from '#db/queries/sweep.ts'
import { type Mailer, deliverDueMails } from '#mail/deliver.ts'
import type { GitHub } from '#proof/repositories/ask-github.ts'
import { type Network, checkDueBadges } from './check-badge.ts'
import type { RebuildRun } from './rebuilds.ts'
import type { recheck } from '#proof/recheck.ts'
import { type ClaimOutside, recheckDueClaims } from './recheck-claims.ts'
import { recheckDueProofs } from './recheck-proofs.ts'
import { type Notices, tellEditors } from './tell-editors.ts'

/** The dependencies of the jobs. */
export interface JobParts {
  db: Db
  /** Loads the mail templates on the first call. */
  mailer: () => Promise<Mailer>
  /** Null if this site has no public URL that a badge could link to. */
  network: Network | null
  /** Null if repositories are not checked again. */
  gitHub: Omit<GitHub, 'clock'> | null
  /** For claims, whose proofs are looked for again where repositories are checked again. */
  claims: Pick<ClaimOutside, 'resolveTxt' | 'urls'> | null
  /** Used in place of `recheck`: `npm start` passes a version that runs in a thread. */
  recheck?: typeof recheck
  /** Runs or starts the build that is due, if any. */
  rebuild: () => Promise<RebuildRun>
  /** How editors are told of new work; undefined if they have no mail address. */
  notices?: Notices | undefined
  clock: () => Date
  /** Called once for each failed job. */
  log: (message: string, error: unknown) => void
}

/** The limits of one run of a job: at most `most` items, and no new item once `signal` aborts. */
interface Share {
  most: number
  signal: AbortSignal
}

/** How many items a job did, left for a later run, and failed at. */
export interface Tally {
  done: number
  left: number
  failed: number
}

interface Job {
  /** How often `npm start` runs the job; a cron job may call it less often. */
  everyMs: number
  /** Also runs after submissions and decisions, so that one cron call a day is enough. */
  isQuick?: true
  /** Runs after the other jobs, because they may request a build. */
  isLast?: true
  run: (parts: JobParts, share: Share) => Promise<Tally>
}

const nothing: Tally = { done: 0, left: 0, failed: 0 }

/** The recurring jobs (decision 0024). Each claims its items, so concurrent runs share the work. */
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
    run: async ({ db, network, clock }, { most, signal }) => {
      const share = { now: clock(), limit: Math.min(most, mostSites), signal }
      return network ? checkDueBadges(db, share, network) : nothing
    },
  },
  proofs: {
    everyMs: 60 * 60_000,
    run: async ({ db, gitHub, recheck: read, clock }, { most, signal }) => {
      const share = { limit: Math.min(most, mostRepositories), signal }
      return gitHub ? recheckDueProofs(db, share, { ...gitHub, clock }, read) : nothing
    },
  },
  claims: {
    everyMs: 60 * 60_000,
    run: async ({ db, claims, gitHub, clock }, { most, signal }) => {
      if (claims === null || gitHub === null) return nothing
      const share = { limit: Math.min(most, mostRepositories), signal, now: clock() }
      return recheckDueClaims(db, share, { ...claims, gitHub: { ...gitHub, clock } })
    },
  },
  sweeping: {
    everyMs: 60 * 60_000,
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
  notices: {
    everyMs: 60_000,
    isQuick: true,
    run: async ({ db, notices, mailer }) => {
      const isTold = notices !== undefined && (await tellEditors(db, notices, mailer))
      return { ...nothing, done: isTold ? 1 : 0 }
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

/** How many sites one run checks for the badge. */
const mostSites = 5
/**
 * How many repositories one run checks, with at least two requests each. Without a token GitHub
 * allows 60 requests an hour.
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
 */
const mostRepositories = 8
/** How many rows one statement deletes: few, so that their locks are short. */
const sweptAtOnce = 500

export type JobName = keyof typeof jobs
export const jobNames = Object.keys(jobs) as JobName[]
