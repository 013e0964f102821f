import type { Db } from '../../src/db/connect.ts'
import { countStale, countUnreviewedClaims } from '../../src/db/review-queue.ts'
import { listOpenProposals } from '../../src/db/proposals.ts'
import { type UndeliveredMail, listUndelivered } from '../../src/db/undelivered.ts'

interface Waiting {
  count: (db: Db) => Promise<number>
  /** How many there are, and what to do. */
  told: (count: number) => string
}

const isStuck = ({ attempts, state }: UndeliveredMail) => attempts > 0 || state !== 'waiting'

/** What waits for an editor beside the queue. */
const waiting = {
  proposals: {
    count: async (db) => (await listOpenProposals(db)).length,
    told: (count) =>
      `${count} changes of public listings are proposed: key p, or proposals, lists them.`,
  },
  stale_evidence: {
    count: countStale,
    told: (count) =>
      `${count} listings have evidence that no longer holds: key o, or queue --state stale, lists them.`,
  },
  unreviewed_claims: {
    count: countUnreviewedClaims,
    told: (count) =>
      `${count} public claims without a review: /products?claim=submitted lists them.`,
  },
  undelivered_mails: {
    count: async (db) => (await listUndelivered(db)).filter(isStuck).length,
    told: (count) =>
      `${count} ${count === 1 ? 'mail' : 'mails'} could not be delivered: outbox says which and why.`,
  },
} as const satisfies Record<string, Waiting>

/** Counts all of it: the numbers by name, and a sentence for each that there is. */
export async function countWaiting(db: Db) {
  const counted = await Promise.all(
    Object.entries(waiting).map(async ([name, { count, told }]) => {
      const number = await count(db)
      return { name, number, sentence: told(number) }
    }),
  )
  return {
    counts: Object.fromEntries(counted.map(({ name, number }) => [name, number])),
    sentences: counted.filter(({ number }) => number > 0).map(({ sentence }) => sentence),
  }
}
