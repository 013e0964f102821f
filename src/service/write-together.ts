import { beyondRequest } from '#request-deadline.ts'

/**
 * Writes what comes in, for one instance: at once without load, and what comes in while a write is
 * under way together by the next. Nothing is left in memory when the platform freezes the instance
 * after its last answer. A write that fails throws nothing; `tell` hears of it once until one works
 * again, not with every entry for a database that stays away.
 */
export function writeTogether<T>(
  write: (batch: ReadonlyMap<string, T>) => Promise<void>,
  tell: (error: unknown) => void,
) {
  let gathering: { batch: Map<string, T>; end: Promise<void> } | undefined
  let last = Promise.resolve()
  let hasFailed = false

  const fail = (error: unknown) => {
    if (!hasFailed) tell(error)
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
    /** Puts something into the batch that is written next; resolves when that is written. */
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
    /** What failed before anything could be gathered, told as seldom. */
    fail,
  }
}
