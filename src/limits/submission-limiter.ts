import { type SubmissionBucket, submissionBuckets } from '#contract/limits.ts'
import { type Slot, takeSlots, waitForSlots } from '#db/submissions.ts'
import type { Db } from '#db/connect.ts'
import { keyedHash } from './keyed-hash.ts'

/** Whose submissions are counted: those of a block of addresses, and those with an e-mail. */
export interface Submitter {
  addressBlock: string
  email: string
}

/** That an accepted submission was counted; `giveBack` undoes it. What is in it is the limiter's. */
export type Receipt = Readonly<Record<string, string>>

/**
 * Counts submissions. Addresses and e-mails are kept only as hashes under the service's secret.
 * Waits are whole seconds, 0 for none.
 */
export interface SubmissionLimiter {
  /** Counts an attempt of any outcome, or tells the wait. */
  takeAttempt: (addressBlock: string) => Promise<number>
  /**
   * Counts an accepted submission in both of its buckets, or in neither and tells the longer wait.
   * `trx` is the transaction that inserts it; a limiter elsewhere has no use for it.
   */
  take: (submitter: Submitter, trx: Db) => Promise<{ wait: number } | { receipt: Receipt }>
  /** The wait that `take` would tell, without counting: for a dry run. */
  wait: (submitter: Submitter, trx: Db) => Promise<number>
  /** What was counted has been written: called after the commit. */
  keep: (receipt: Receipt) => Promise<void>
  /** What was counted was not written after all. */
  giveBack: (receipt: Receipt) => Promise<void>
}

/**
 * The limiter that lives in Postgres: attempts in a statement of their own, submissions inside the
 * transaction of the insert, so that a rollback gives back by itself (decision 0015).
 */
export function postgresLimiter(db: () => Db, secret: string): SubmissionLimiter {
  const { ofAttempt, ofSubmission } = slotsUnder(secret)
  return {
    takeAttempt: (addressBlock) => takeSlots(db(), ofAttempt(addressBlock)),
    take: async (submitter, trx) => {
      const wait = await takeSlots(trx, ofSubmission(submitter))
      return wait > 0 ? { wait } : { receipt: {} }
    },
    wait: (submitter, trx) => waitForSlots(trx, ofSubmission(submitter)),
    keep: () => Promise.resolve(),
    giveBack: () => Promise.resolve(),
  }
}

/** The slots of an attempt and of an accepted submission, by whom they count. */
export function slotsUnder(secret: string) {
  const slot = (bucket: SubmissionBucket, value: string): Slot => {
    const { tokens, seconds, per } = submissionBuckets[bucket]
    return { bucket, key: keyedHash(secret, `${per}:${value}`), tokens, seconds }
  }
  return {
    ofAttempt: (addressBlock: string) => [slot('submit_attempt', addressBlock)],
    ofSubmission: ({ addressBlock, email }: Submitter) => [
      slot('submit_address', addressBlock),
      slot('submit_email', email),
    ],
  }
}
