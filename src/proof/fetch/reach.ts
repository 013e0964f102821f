import type { GuardedFetch } from './guarded-fetch.ts'

/** Detects whether this machine has a network. Without one, a failing link may be fine. */
export type Reach = ReturnType<typeof createReach>

/** The first half of the messages about checks that need a network connection. */
export const noReach = 'This machine reaches no site now'

/** The message that replaces the results of link checks. */
export const notChecked = `${noReach}, so links are not checked.`

/** Reliable sites of two operators, so that an outage of one is not taken for no connection. */
const wellKnown = ['https://example.com/', 'https://www.wikipedia.org/']

/** A missing connection is remembered for this long, then checked again. */
const heldMs = 60_000

/**
 * Tells a machine without a network connection from a site that is gone, by requests to reliable
 * sites. Error codes cannot: a container without DNS answers ENOTFOUND for every hostname.
 */
export function createReach(fetch: GuardedFetch, now: () => Date) {
  let awayUntil = -Infinity
  const isAway = () => now().getTime() < awayUntil
  return {
    /** Whether a check in the last minute found no network connection. Sends no request. */
    isAway,
    /** Checks the connection. To be called after a request failed. */
    findAway: async (): Promise<boolean> => {
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
