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

/** What the jobs need. Templates are compiled only if there is a mail. */
export interface JobParts {
  db: Db
  mailer: () => Promise<Mailer>
  /** Null where this site has no address that others could link to. */
  network: Network | null
  /** Null where no repository is looked at again. */
  gitHub: Omit<GitHub, 'clock'> | null
  /** Reads a repository again where that is not done here: `npm start` has a thread for it. */
  recheck?: typeof recheck
  /** Makes the build that is due, or has it made. */
  rebuild: () => Promise<RebuildRun>
  clock: () => Date
  /** Hears of a job that failed, once. */
  log: (message: string, error: unknown) => void
}

/** What a job may take: so many of what it is about, and nothing new after `signal`. */
interface Share {
  most: number
  signal: AbortSignal
}

/** What a job came to. What is left waits for a later round. */
export interface Tally {
  done: number
  left: number
  failed: number
}

interface Job {
  /** How often `npm start` does it. A cron may come less often: it takes more of it then. */
  everyMs: number
  /** Also done after submissions and decisions, so that one cron a day is enough. */
  isQuick: boolean
  /** Done when the others are: they ask for it. */
  isLast?: true
  run: (parts: JobParts, share: Share) => Promise<Tally>
}

const nothing: Tally = { done: 0, left: 0, failed: 0 }

/**
 * Everything that has to be done over time (decision 0024). `npm start` does it by timers, a
 * platform by its cron; each job takes what it works on by a claim, so that two at once share it.
 */
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
    // A badge or a proof that came or went asks for one.
    isLast: true,
    run: async ({ db, rebuild }) => {
      const run = await rebuild()
      const left = (await isRebuildWaiting(db)) ? 1 : 0
      return { done: run.state === 'done' ? 1 : 0, left, failed: run.state === 'failed' ? 1 : 0 }
    },
  },
} as const satisfies Record<string, Job>

/** Sites in a round. Each is looked at once a day. */
const mostSites = 5
/**
 * Repositories in a round, each asked two questions at least. Without a token GitHub answers 60 an
 * hour. https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
 */
const mostRepositories = 8
/** Rows in a statement: nobody waits long for their locks. */
const sweptAtOnce = 500

export type JobName = keyof typeof jobs
export const jobNames = Object.keys(jobs) as JobName[]
