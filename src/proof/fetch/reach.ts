import type { GuardedFetch } from './guarded-fetch.ts'

/** Whether this machine reaches anything outside. Where it does not, no link of anybody is dead. */
export interface Reach {
  /** Whether it was seen within the last minute that nothing is reached. */
  isAway: () => boolean
  /** Finds it out, after something did not answer. */
  findAway: () => Promise<boolean>
}

/** Why nothing outside was looked at, before what follows from it. */
export const noReach = 'This machine reaches no site now'

/** What stands in the place of links that could not be checked. */
export const notChecked = `${noReach}, so links are not checked.`

/** Surely there, and each with somebody else: one that is away for an hour says nothing of us. */
const wellKnown = ['https://example.com/', 'https://www.wikipedia.org/']

/** How long nobody asks again. An editor who has plugged in the cable waits no longer. */
const heldMs = 60_000

/**
 * Tells a machine without a way out from a site that is gone, by asking sites that are there. A
 * resolver that is away says the same of a name as one that has never heard of it (ENOTFOUND in a
 * container without DNS), so that no code of an error can tell.
 */
export function createReach(fetch: GuardedFetch, now: () => Date): Reach {
  let awayUntil = -Infinity
  const isAway = () => now().getTime() < awayUntil
  return {
    isAway,
    findAway: async () => {
      if (isAway()) return true
      const answers = wellKnown.map(async (url) => {
        const { kind } = await fetch(url, { method: 'HEAD' })
        if (kind !== 'answered') throw new Error(kind)
      })
      const isReached = await Promise.any(answers).then(
        () => true,
        () => false,
      )
      if (!isReached) awayUntil = now().getTime() + heldMs
      return !isReached
    },
  }
}
