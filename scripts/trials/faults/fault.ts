import type { Acknowledged, Caller } from './caller.ts'
import type { Ground } from './ground.ts'

/** What came of a fault. */
export interface Outcome {
  /** What callers were answered while it lasted. */
  saw: string
  /** Milliseconds, of the slowest call meanwhile; null where nobody called. */
  slowest: number | null
  /** Looked for in the database when all is over. */
  acknowledged: Acknowledged[]
  /** What else is not as it was promised. */
  wrong: string[]
  /** How it came back. */
  back: string
  /** How many of a database of its own were looked for there, where nothing was lost. */
  found?: number
}

export interface Fault {
  name: string
  /** Seconds after which it has failed. Default: 60 */
  most?: number
  run: (ground: Ground) => Promise<Outcome | NotTried>
}

/** Said in the table instead of figures. */
export interface NotTried {
  notTried: string
}

/** The longest that anybody may wait for an answer, whatever is away. */
const longest = 10_500

/** What one caller saw so far, as an outcome; how it came back is added by whoever knows. */
export function outcomeOf(caller: Caller, more: { wrong?: string[]; back: string }): Outcome {
  const slowest = caller.slowest()
  return {
    saw: caller.saw(),
    slowest,
    acknowledged: caller.acknowledged,
    wrong: [
      ...caller.empty.map((what) => `an empty body: ${what}`),
      ...(slowest > longest ? [`an answer took ${slowest} ms`] : []),
      ...(more.wrong ?? []),
    ],
    back: more.back,
  }
}

export const sleep = (milliseconds: number) =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Looks again until it is so, or throws after so many seconds. Returns how many it took. */
export async function until(
  what: string,
  isSo: () => Promise<boolean>,
  most: number,
): Promise<string> {
  const began = performance.now()
  while (!(await isSo())) {
    if (performance.now() - began > most * 1000) throw new Error(`${what}: not after ${most} s`)
    await sleep(100)
  }
  return `${((performance.now() - began) / 1000).toFixed(1)} s`
}
