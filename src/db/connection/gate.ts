/** Gives a place back to the gate. Further calls do nothing. */
export type Leave = () => void

/**
 * Limits how many callers are inside at once; the others queue in order of arrival. The wait for a
 * place has its own deadline, because it is a sign of load and not of a failed database.
 */
export class Gate {
  #free: number
  readonly #waiting = new Set<() => void>()

  constructor(places: number) {
    this.#free = places
  }

  /** Waits at most `waitMs` milliseconds for a place; undefined if none became free. */
  async enter(waitMs = Infinity): Promise<Leave | undefined> {
    if (this.#free > 0) this.#free--
    else if (!(await this.#turn(waitMs))) return undefined
    let isHeld = true
    return () => {
      if (isHeld) this.#next()
      isHeld = false
    }
  }

  #turn(waitMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = Number.isFinite(waitMs) ? setTimeout(() => give(false), waitMs) : undefined
      const take = () => give(true)
      const give = (isTaken: boolean) => {
        clearTimeout(timer)
        this.#waiting.delete(take)
        resolve(isTaken)
      }
      this.#waiting.add(take)
    })
  }

  // Passes a freed place directly to the first caller in the queue, so that nobody overtakes.
  #next() {
    const [first] = this.#waiting
    if (first) first()
    else this.#free++
  }
}
