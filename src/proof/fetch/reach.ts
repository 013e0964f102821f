import type { GuardedFetch } from './guarded-fetch.ts'

/** Whether this machine has a network connection. Without one, a link that fails may be fine. */
export interface Reach {
  /** Whether a check in the last minute found no connection. */
  isAway: () => boolean
  /** Checks the connection, after a request failed. */
  findAway: () => Promise<boolean>
}

/** The first half of the messages about checks without a connection. */
export const noReach = 'This machine reaches no site now'

/** The message in place of checked links. */
export const notChecked = `${noReach}, so links are not checked.`

/** Reliable sites of two operators: an outage of one does not count. */
const wellKnown = ['https://example.com/', 'https://www.wikipedia.org/']

/** The time until the next check. An editor who reconnects waits no longer. */
const heldMs = 60_000

/**
 * Distinguishes a machine without a connection from a site that is gone, by requests to reliable
 * sites. Error codes cannot: a container without DNS answers ENOTFOUND for every name.
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
