/** Asks somebody who may be away. Undefined when they were, or are left alone at the moment. */
type Circuit = <T>(call: () => Promise<T>) => Promise<T | undefined>

/**
 * Leaves somebody who failed alone for `restMs`; then one call tries, and the others do not wait for
 * it. A whole outage is told once. `now` is in milliseconds and never goes back.
 */
export function circuit({
  restMs,
  now,
  onOutage,
}: {
  restMs: number
  now: () => number
  onOutage: (error: unknown) => void
}): Circuit {
  let isOut = false
  let restsUntil = 0
  let isTrying = false
  return async (call) => {
    if (isOut && (isTrying || now() < restsUntil)) return undefined
    const isTrial = isOut
    isTrying = isTrial
    try {
      const answer = await call()
      // One that was asked before the outage says nothing about its end.
      if (isTrial) isOut = false
      return answer
    } catch (error) {
      restsUntil = now() + restMs
      if (!isOut) onOutage(error)
      isOut = true
      return undefined
    } finally {
      if (isTrial) isTrying = false
    }
  }
}
