import { createHmac } from 'node:crypto'
import { type SubmissionBucket, submissionBuckets } from '#contract/limits.ts'
import { type Slot, takeSlots } from '#db/submissions.ts'
import type { Db } from '#db/connect.ts'

/** Whose slots are counted: a block of addresses, or an e-mail. */
interface Submitter {
  addressBlock: string
  email: string
}

/** Counts submissions. Addresses and e-mails are kept only as hashes under the service's secret. */
export interface SubmissionLimiter {
  /** Takes a slot for an attempt of any outcome. Returns 0, or the seconds to wait. */
  takeAttempt: (addressBlock: string) => Promise<number>
  /**
   * The two slots that an accepted submission takes, together or not at all, for the submit
   * transaction.
   */
  slots: (submitter: Submitter) => Slot[]
}

/**
 * The limiter that lives in Postgres: attempts in a statement of their own, submissions inside the
 * submit transaction.
 */
export function postgresLimiter(db: Db, secret: string): SubmissionLimiter {
  const slot = (bucket: SubmissionBucket, value: string): Slot => {
    const { tokens, seconds } = submissionBuckets[bucket]
    return {
      bucket,
      key: keyedHash(secret, `${submissionBuckets[bucket].per}:${value}`),
      tokens,
      seconds,
    }
  }
  return {
    takeAttempt: (addressBlock) => takeSlots(db, [slot('submit_attempt', addressBlock)]),
    slots: ({ addressBlock, email }) => [
      slot('submit_address', addressBlock),
      slot('submit_email', email),
    ],
  }
}

function keyedHash(secret: string, value: string): string {
  return createHmac('sha256', secret).update(value).digest('base64url')
}
