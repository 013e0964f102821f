/** Calls a service that may be unreachable. Undefined when it is, or while it rests. */
type Circuit = <T>(call: () => Promise<T>) => Promise<T | undefined>

/**
 * After a failure, makes no call for `restMs`; then one call tries, and other calls do not wait for
 * it. Each outage is reported once. `now` is in milliseconds and monotonic.
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
      // An answer to a call from before the outage does not end it.
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
