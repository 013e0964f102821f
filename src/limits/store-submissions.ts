import { randomUUID } from 'node:crypto'
import { submissionBuckets } from '#contract/limits.ts'
import type { Slot } from '#db/submissions.ts'
import { type LimitStore, UnbelievableAnswer } from './store.ts'
import { type Receipt, type SubmissionLimiter, slotsUnder } from './submission-limiter.ts'
import { giveBackScript, keepScript, takeScript } from './submission-scripts.ts'

/** How long an accepted submission counts in each of its logs, in the order of the slots. */
const windowsMs = [submissionBuckets.submit_address, submissionBuckets.submit_email].map(
  ({ seconds }) => seconds * 1000,
)

/** Longer than any function runs: what is still held then was left by one that died. */
const holdMs = 30_000

/**
 * Counts submissions in the store, and in Postgres what the store lets in (decision 0023): the store
 * refuses early, Postgres decides. When the store is away, Postgres counts alone.
 */
export function storeLimiter(
  store: LimitStore,
  postgres: SubmissionLimiter,
  secret: string,
): SubmissionLimiter {
  const { ofAttempt, ofSubmission } = slotsUnder(secret)

  // The wait in whole seconds, 0 when the slots are taken, undefined when the store is away.
  const takeIn = (slots: readonly Slot[], id: string, hold: number, taking = true) =>
    store.ask(async (redis) => {
      const bounds = slots.flatMap(({ tokens, seconds }) => [tokens, seconds * 1000])
      const args = [id, taking ? 1 : 0, hold, ...bounds]
      const wait = await redis.eval<unknown[], unknown>(takeScript, slots.map(keyOf), args)
      const longest = Math.max(...slots.map(({ seconds }) => seconds))
      if (!Number.isInteger(wait) || Number(wait) < 0 || Number(wait) > longest * 1000)
        throw new UnbelievableAnswer(`a wait of ${JSON.stringify(wait)} ms`)
      return Math.ceil(Number(wait) / 1000)
    })

  const giveBack = async ({ id, keys }: Receipt) => {
    if (id !== undefined && keys !== undefined)
      await store.ask((redis) => redis.eval(giveBackScript, keys.split(' '), [id]))
  }

  return {
    // No promise of the contract, only a cap: the store's word is enough, and saves the database
    // the flood.
    takeAttempt: async (addressBlock) =>
      (await takeIn(ofAttempt(addressBlock), randomUUID(), 0)) ??
      postgres.takeAttempt(addressBlock),

    take: async (submitter, trx) => {
      const slots = ofSubmission(submitter)
      const receipt = { id: randomUUID(), keys: slots.map(keyOf).join(' ') }
      const wait = await takeIn(slots, receipt.id, holdMs)
      if (wait !== undefined && wait > 0) return { wait }
      try {
        const taken = await postgres.take(submitter, trx)
        if ('receipt' in taken) return wait === undefined ? taken : { receipt }
        // It knows of a submission that the store has forgotten, or was away for.
        await giveBack(receipt)
        return taken
      } catch (error) {
        await giveBack(receipt)
        throw error
      }
    },

    wait: async (submitter, trx) =>
      (await takeIn(ofSubmission(submitter), '', holdMs, false)) || postgres.wait(submitter, trx),

    keep: async ({ id, keys }) => {
      if (id === undefined || keys === undefined) return
      await store.ask((redis) => redis.eval(keepScript, keys.split(' '), [id, ...windowsMs]))
    },

    giveBack,
  }
}

// One hash tag: a cluster keeps the logs of a submission together, as a script needs them.
function keyOf({ bucket, key }: Slot): string {
  return `proofstack:{submissions}:${bucket}:${key}`
}
