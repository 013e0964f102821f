import { createHmac } from 'node:crypto'
import { type SubmissionBucket, submissionBuckets } from '#contract/limits.ts'
import { type Slot, takeSlots, waitForSlots } from '#db/submissions.ts'
import type { Db } from '#db/connect.ts'

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
  /** What was counted was not written after all. */
  giveBack: (receipt: Receipt) => Promise<void>
}

/**
 * The limiter that lives in Postgres: attempts in a statement of their own, submissions inside the
 * transaction of the insert, so that a rollback gives back by itself (decision 0015).
 */
export function postgresLimiter(db: () => Db, secret: string): SubmissionLimiter {
  const slot = (bucket: SubmissionBucket, value: string): Slot => {
    const { tokens, seconds, per } = submissionBuckets[bucket]
    return { bucket, key: keyedHash(secret, `${per}:${value}`), tokens, seconds }
  }
  const slots = ({ addressBlock, email }: Submitter) => [
    slot('submit_address', addressBlock),
    slot('submit_email', email),
  ]
  return {
    takeAttempt: (addressBlock) => takeSlots(db(), [slot('submit_attempt', addressBlock)]),
    take: async (submitter, trx) => {
      const wait = await takeSlots(trx, slots(submitter))
      return wait > 0 ? { wait } : { receipt: {} }
    },
    wait: (submitter, trx) => waitForSlots(trx, slots(submitter)),
    giveBack: () => Promise.resolve(),
  }
}

function keyedHash(secret: string, value: string): string {
  return createHmac('sha256', secret).update(value).digest('base64url')
}
