import { beyondRequest } from '#request-deadline.ts'

/**
 * Writes entries in batches. The first entry is written at once; entries that come during a write
 * form the next batch. It never throws. Of a series of failures only the first is passed to
 * `report`.
 */
export function writeTogether<T>(
  write: (batch: ReadonlyMap<string, T>) => Promise<void>,
  report: (error: unknown) => void,
) {
  let gathering: { batch: Map<string, T>; end: Promise<void> } | undefined
  let last = Promise.resolve()
  let hasFailed = false

  const fail = (error: unknown) => {
    if (!hasFailed) report(error)
    hasFailed = true
  }

  const writeOut = async (batch: ReadonlyMap<string, T>) => {
    try {
      await write(batch)
      hasFailed = false
    } catch (error) {
      fail(error)
    }
  }

  return {
    /** Lets `put` add an entry to the next batch. Resolves when that batch is written. */
    gather: (put: (batch: Map<string, T>) => void): Promise<void> => {
      if (!gathering) {
        const batch = new Map<string, T>()
        last = last.then(() => {
          gathering = undefined
          return beyondRequest(() => writeOut(batch))
        })
        gathering = { batch, end: last }
      }
      put(gathering.batch)
      return gathering.end
    },
    /**
     * Reports a failure as part of the series: only the first of a series is passed to `report`.
     */
    fail,
  }
}
