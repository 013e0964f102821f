import { type SubmissionBucket, submissionBuckets } from '#contract/limits.ts'
import { type Slot, giveSlotsBack, takeSlots, waitForSlots } from '#db/queries/submissions.ts'
import type { Db } from '#db/connection/connect.ts'
import { addressNetwork } from './address-block.ts'
import { foldedEmail } from './folded-email.ts'
import { keyedHash } from './keyed-hash.ts'

/** A submitter as the limiter counts it: by block of IP addresses and by e-mail address. */
export interface Submitter {
  addressBlock: string
  email: string
}

/** The slots that the store holds for an accepted submission. */
export interface Receipt {
  id: string
  slots: readonly Slot[]
}

export type SubmissionLimiter = ReturnType<typeof postgresLimiter>

/**
 * Counts submissions and what else may be done a few times, in Postgres: submissions in the
 * transaction of the insert, so that a rollback undoes the count, all else in statements of their
 * own (decision 0015). IP addresses and e-mail addresses are stored only as keyed hashes. Waits are
 * in whole seconds, 0 for none.
 */
export function postgresLimiter(db: () => Db, secret: string) {
  const slots = slotsUnder(secret)
  return {
    /** The slots that each kind of call takes. */
    slots,
    /** Counts in all of these slots; if one has no room, in none, and returns the longest wait. */
    count: (wanted: readonly Slot[]) => takeSlots(db(), wanted),
    /**
     * Counts a question that an e-mail address answers, for its IP address. It is counted before the
     * answer is looked up, so that parallel guesses count, too; `undo` is for a right e-mail address.
     */
    takeQuestion: async (addressBlock: string) => {
      const asked = slots.ofQuestion(addressBlock)
      return { wait: await takeSlots(db(), asked), undo: () => giveSlotsBack(db(), asked) }
    },
    /**
     * Counts an accepted submission in all of its buckets; if one has no room, in none, and returns
     * the longest wait. `trx` is the transaction that inserts the submission. The receipt is null if
     * a rollback of `trx` also undoes the count.
     */
    take: async (
      submitter: Submitter,
      trx: Db,
    ): Promise<{ wait: number } | { receipt: Receipt | null }> => {
      const wait = await takeSlots(trx, slots.ofSubmission(submitter))
      return wait > 0 ? { wait } : { receipt: null }
    },
    /**
     * The wait of an IP address, for a dry run that counts nothing. The wait of an e-mail address is
     * left out: only its owner may learn it.
     */
    wait: (addressBlock: string, trx: Db) => waitForSlots(trx, slots.ofAddress(addressBlock)),
    /** Makes the held slots permanent, after the submission was committed. */
    keep: async (_: Receipt | null) => {},
    /** Frees the held slots, if the submission was not written after all. */
    giveBack: async (_: Receipt | null) => {},
  }
}

// Each slot is keyed by IP address, network, e-mail address or slug.
function slotsUnder(secret: string) {
  const slot = (bucket: SubmissionBucket, value: string): Slot => {
    const { tokens, seconds, per } = submissionBuckets[bucket]
    return { bucket, key: keyedHash(secret, `${per}:${value}`), tokens, seconds }
  }
  const ofAddress = (addressBlock: string) => [slot('submit_address', addressBlock)]
  const ofNetwork = (bucket: SubmissionBucket, addressBlock: string) => {
    const network = addressNetwork(addressBlock)
    return network === undefined ? [] : [slot(bucket, network)]
  }
  return {
    /** An attempt to submit, whatever its outcome. */
    ofAttempt: (addressBlock: string) => [slot('submit_attempt', addressBlock)],
    ofQuestion: (addressBlock: string) => [slot('status_address', addressBlock)],
    /** A wrong e-mail address for the slug of a submission. */
    ofWrongAnswer: (slug: string) => [slot('status_slug', slug)],
    /** A claim that is started. */
    ofClaim: ({ addressBlock, email }: Submitter) => [
      slot('claim_address', addressBlock),
      slot('claim_email', foldedEmail(email)),
      ...ofNetwork('claim_network', addressBlock),
    ],
    /** A look for its IP address, and for the claim and for everybody if there is a claim. */
    ofLook: ({ addressBlock, claim }: { addressBlock: string; claim: string | undefined }) => [
      slot('look_address', addressBlock),
      ...ofNetwork('look_network', addressBlock),
      ...(claim === undefined ? [] : [slot('look_claim', claim), slot('look_all', '')]),
    ],
    ofAddress,
    ofSubmission: ({ addressBlock, email }: Submitter) => [
      ...ofAddress(addressBlock),
      slot('submit_email', foldedEmail(email)),
      ...ofNetwork('submit_network', addressBlock),
    ],
    ofReport: (addressBlock: string) => [
      slot('report_address', addressBlock),
      ...ofNetwork('report_network', addressBlock),
    ],
  }
}
