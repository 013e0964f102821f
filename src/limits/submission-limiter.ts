import { type SubmissionBucket, submissionBuckets } from '#contract/limits.ts'
import { type Slot, takeSlots, waitForSlots } from '#db/submissions.ts'
import type { Db } from '#db/connect.ts'
import { addressNetwork } from './address-block.ts'
import { foldedEmail } from './folded-email.ts'
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
   * Counts a question that only the e-mail of a listing answers, in the buckets of its address and
   * of the slug, or in neither and tells the longer wait.
   */
  takeStatus: (asked: { addressBlock: string; slug: string }) => Promise<number>
  /**
   * Counts an accepted submission in all of its buckets, or in none and tells the longest wait.
   * `trx` is the transaction that inserts it; a limiter elsewhere has no use for it.
   */
  take: (submitter: Submitter, trx: Db) => Promise<{ wait: number } | { receipt: Receipt }>
  /** The wait of an address, without counting, for a dry run: that of an e-mail is its owner's. */
  wait: (addressBlock: string, trx: Db) => Promise<number>
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
  const { ofAttempt, ofStatus, ofAddress, ofSubmission } = slotsUnder(secret)
  return {
    takeAttempt: (addressBlock) => takeSlots(db(), ofAttempt(addressBlock)),
    takeStatus: (asked) => takeSlots(db(), ofStatus(asked)),
    take: async (submitter, trx) => {
      const wait = await takeSlots(trx, ofSubmission(submitter))
      return wait > 0 ? { wait } : { receipt: {} }
    },
    wait: (addressBlock, trx) => waitForSlots(trx, ofAddress(addressBlock)),
    keep: () => Promise.resolve(),
    giveBack: () => Promise.resolve(),
  }
}

/** The slots of whatever is counted, by the address, network, e-mail or slug that they belong to. */
export function slotsUnder(secret: string) {
  const slot = (bucket: SubmissionBucket, value: string): Slot => {
    const { tokens, seconds, per } = submissionBuckets[bucket]
    return { bucket, key: keyedHash(secret, `${per}:${value}`), tokens, seconds }
  }
  const ofAddress = (addressBlock: string) => [slot('submit_address', addressBlock)]
  return {
    ofAttempt: (addressBlock: string) => [slot('submit_attempt', addressBlock)],
    ofStatus: ({ addressBlock, slug }: { addressBlock: string; slug: string }) => [
      slot('status_address', addressBlock),
      slot('status_slug', slug),
    ],
    ofAddress,
    ofSubmission: ({ addressBlock, email }: Submitter) => {
      const network = addressNetwork(addressBlock)
      return [
        ...ofAddress(addressBlock),
        slot('submit_email', foldedEmail(email)),
        ...(network === undefined ? [] : [slot('submit_network', network)]),
      ]
    },
  }
}
