/**
 * A circuit breaker: calls a service that may be unreachable. After a failure, no call is made for
 * `restMs`. Then one call tries the service; meanwhile other calls are still skipped. A call that
 * fails or is skipped returns undefined. Each outage is reported once. `now` is in milliseconds and
 * monotonic.
 */
export function circuit({
  restMs,
  now,
  onOutage,
}: {
  restMs: number
  now: () => number
  onOutage: (error: unknown) => void
}) {
  let isOut = false
  let restsUntil = 0
  let isTrying = false
  return async <T>(call: () => Promise<T>): Promise<T | undefined> => {
    if (isOut && (isTrying || now() < restsUntil)) return undefined
    const isTrial = isOut
    isTrying = isTrial
    try {
      const answer = await call()
      // Only the trial call ends an outage, not the answer to a call that began before the outage.
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
