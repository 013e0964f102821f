import { beyondRequest } from '#request-deadline.ts'

/**
 * Writes entries in batches: the first at once, those that come during a write with the next. It
 * never throws; `report` is called for the first failure of a series.
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
    /** Adds to the next batch; resolves when that is written. */
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
    /** Reports another failure of the series. */
    fail,
  }
}
