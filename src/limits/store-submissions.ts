import { randomUUID } from 'node:crypto'
import type { Slot } from '#db/queries/submissions.ts'
import { type LimitStore, InvalidAnswer } from './store.ts'
import type { Receipt, SubmissionLimiter } from './submission-limiter.ts'
import { giveBackScript, keepScript, takeScript } from './submission-scripts.ts'

/** How long the store holds a slot. Functions run for less: then its process has died. */
const holdMs = 30_000

/**
 * Counts submissions in the rate-limit store, and those that the store admits also in Postgres
 * (decision 0023): the store refuses early, Postgres decides. When the store is unreachable,
 * Postgres counts alone.
 */
export function storeLimiter(store: LimitStore, postgres: SubmissionLimiter): SubmissionLimiter {
  const { slots } = postgres

  // Takes slots in the store. Returns the wait in whole seconds: 0 if the slots were taken,
  // undefined if the store is unreachable.
  const takeIn = (wanted: readonly Slot[], id: string, hold: number, taking = true) =>
    store.ask(async (redis) => {
      const bounds = wanted.flatMap(({ tokens, seconds }) => [tokens, seconds * 1000])
      const args = [id, taking ? 1 : 0, hold, ...bounds]
      const wait = await redis.eval<unknown[], unknown>(takeScript, wanted.map(keyOf), args)
      const longest = Math.max(...wanted.map(({ seconds }) => seconds))
      if (!Number.isInteger(wait) || Number(wait) < 0 || Number(wait) > longest * 1000)
        throw new InvalidAnswer(`a wait of ${JSON.stringify(wait)} ms`)
      return Math.ceil(Number(wait) / 1000)
    })

  const giveBack = async (receipt: Receipt | null) => {
    if (!receipt) return
    await store.ask((redis) => redis.eval(giveBackScript, receipt.slots.map(keyOf), [receipt.id]))
  }

  return {
    slots,
    // The contract does not promise these limits, so the store's answer is enough. It keeps a flood
    // of attempts from the database.
    count: async (wanted) => (await takeIn(wanted, randomUUID(), 0)) ?? postgres.count(wanted),
    takeQuestion: async (addressBlock) => {
      const receipt = { id: randomUUID(), slots: slots.ofQuestion(addressBlock) }
      // Held for the whole window, since only held slots can be given back.
      const wait = await takeIn(receipt.slots, receipt.id, receipt.slots[0]!.seconds * 1000)
      if (wait === undefined) return postgres.takeQuestion(addressBlock)
      return { wait, undo: () => giveBack(receipt) }
    },

    take: async (submitter, trx) => {
      const receipt = { id: randomUUID(), slots: slots.ofSubmission(submitter) }
      const wait = await takeIn(receipt.slots, receipt.id, holdMs)
      if (wait !== undefined && wait > 0) return { wait }
      try {
        const taken = await postgres.take(submitter, trx)
        if ('receipt' in taken) return wait === undefined ? taken : { receipt }
        // Postgres refused: it counts submissions that the store has lost or has not seen.
        await giveBack(receipt)
        return taken
      } catch (error) {
        await giveBack(receipt)
        throw error
      }
    },

    wait: async (addressBlock, trx) =>
      (await takeIn(slots.ofAddress(addressBlock), '', holdMs, false)) ||
      postgres.wait(addressBlock, trx),

    keep: async (receipt) => {
      if (!receipt) return
      const args = [receipt.id, ...receipt.slots.map(({ seconds }) => seconds * 1000)]
      await store.ask((redis) => redis.eval(keepScript, receipt.slots.map(keyOf), args))
    },

    giveBack,
  }
}

// The hash tag {submissions} puts all keys on one node of a Redis cluster, as a script requires.
function keyOf({ bucket, key }: Slot): string {
  return `proofstack:{submissions}:${bucket}:${key}`
}
