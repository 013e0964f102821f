import { randomUUID } from 'node:crypto'
import type { Slot } from '#db/submissions.ts'
import { type LimitStore, UnbelievableAnswer } from './store.ts'
import { type Receipt, type SubmissionLimiter, slotsUnder } from './submission-limiter.ts'
import { giveBackScript, keepScript, takeScript } from './submission-scripts.ts'

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
  const { ofAttempt, ofStatus, ofAddress, ofSubmission } = slotsUnder(secret)

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

    takeStatus: async (asked) =>
      (await takeIn(ofStatus(asked), randomUUID(), 0)) ?? postgres.takeStatus(asked),

    take: async (submitter, trx) => {
      const slots = ofSubmission(submitter)
      const windows = slots.map(({ seconds }) => seconds * 1000)
      const keys = slots.map(keyOf)
      const receipt = { id: randomUUID(), keys: keys.join(' '), windows: windows.join(' ') }
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

    wait: async (addressBlock, trx) =>
      (await takeIn(ofAddress(addressBlock), '', holdMs, false)) ||
      postgres.wait(addressBlock, trx),

    keep: async ({ id, keys, windows }) => {
      if (id === undefined || keys === undefined || windows === undefined) return
      const args = [id, ...windows.split(' ')]
      await store.ask((redis) => redis.eval(keepScript, keys.split(' '), args))
    },

    giveBack,
  }
}

// One hash tag: a cluster keeps the logs of a submission together, as a script needs them.
function keyOf({ bucket, key }: Slot): string {
  return `proofstack:{submissions}:${bucket}:${key}`
}
