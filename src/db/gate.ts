/** Gives a place back, once; later calls do nothing. */
export type Leave = () => void

/**
 * So many places and a fair queue before them. Waiting for a place says that many ask, and nothing
 * about the database, so it has no deadline of the database's.
 */
export class Gate {
  #free: number
  readonly #waiting = new Set<() => void>()

  constructor(places: number) {
    this.#free = places
  }

  /** Waits for a place, at most `waitMs`; undefined when none came free in that time. */
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

  // A place goes from hand to hand: whoever comes in between does not overtake those who wait.
  #next() {
    const [first] = this.#waiting
    if (first) first()
    else this.#free++
  }
}
