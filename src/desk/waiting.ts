import type { Db } from '#db/connect.ts'
import { countBeside } from '#db/review-queue.ts'
import { listOpenProposals } from '#db/proposals.ts'
import { type UndeliveredMail, listUndelivered } from '#db/undelivered.ts'

interface Waiting {
  count: (db: Db) => Promise<number>
  /** How many there are, and what to do. `named` is what `name` says. */
  told: (count: number, named: string) => string
  /** Which they are, where the desk cannot list them among its rows. */
  name?: (db: Db) => Promise<string>
}

async function listStuck(db: Db): Promise<UndeliveredMail[]> {
  const mails = await listUndelivered(db)
  // One that is being sent has begun its first try, and nothing has failed.
  return mails.filter(({ last_error, state }) => last_error !== null || state !== 'waiting')
}

/** What waits for an editor beside the queue. */
const waiting = {
  proposals: {
    count: async (db) => (await listOpenProposals(db)).length,
    told: (count) =>
      `${count} ${count === 1 ? 'change of a public listing is' : 'changes of public listings are'} proposed: key p, or proposals, lists them.`,
  },
  stale_evidence: {
    count: (db) => countBeside(db, 'stale'),
    told: (count) =>
      `${count} ${count === 1 ? 'listing has' : 'listings have'} evidence that no longer holds: key o, or queue --state stale, lists them.`,
  },
  unreviewed_claims: {
    count: (db) => countBeside(db, 'claim_undecided'),
    told: (count) =>
      `${count} public ${count === 1 ? 'claim waits' : 'claims wait'} for a review: key c, or queue --state claim_undecided.`,
  },
  undelivered_mails: {
    count: async (db) => (await listStuck(db)).length,
    told: (count, named) =>
      `${count} ${count === 1 ? 'mail' : 'mails'} could not be delivered: key m, or outbox, says why (${named}).`,
    name: async (db) => {
      const [first = 'no listing', ...more] = [
        ...new Set((await listStuck(db)).map(({ slug }) => slug ?? 'no listing')),
      ]
      return more.length === 0 ? first : `${first} and ${more.length} more`
    },
  },
} as const satisfies Record<string, Waiting>

/** Counts all of it: the numbers by name, and a sentence for each that there is. */
export async function countWaiting(db: Db) {
  const counted = await Promise.all(
    Object.entries<Waiting>(waiting).map(async ([name, { count, told, name: nameThem }]) => {
      const number = await count(db)
      const named = number > 0 ? await nameThem?.(db) : undefined
      return { name, number, sentence: told(number, named ?? '') }
    }),
  )
  return {
    counts: Object.fromEntries(counted.map(({ name, number }) => [name, number])),
    sentences: counted.filter(({ number }) => number > 0).map(({ sentence }) => sentence),
  }
}
