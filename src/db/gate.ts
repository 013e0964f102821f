/** Gives a place back; later calls do nothing. */
export type Leave = () => void

/**
 * A number of places with a fair queue. Waiting for a place is a sign of load, not of a failed
 * database, so it has its own deadline.
 */
export class Gate {
  #free: number
  readonly #waiting = new Set<() => void>()

  constructor(places: number) {
    this.#free = places
  }

  /** Waits for a place, at most `waitMs`; undefined when none became free. */
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

  // A place passes directly to the first in the queue, so nobody overtakes.
  #next() {
    const [first] = this.#waiting
    if (first) first()
    else this.#free++
  }
}
