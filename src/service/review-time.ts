import { readDecisionTimes } from '#db/review-figures.ts'
import { reviewTimeWords } from '#present/review-time.ts'
import type { Service } from './service.ts'

/**
 * How long a review takes, for whoever has just submitted. The submission stands whether it can be
 * told or not.
 */
export async function reviewTime({
  db,
  log,
}: Pick<Service, 'db' | 'log'>): Promise<string | undefined> {
  try {
    return reviewTimeWords(await readDecisionTimes(db))
  } catch (error) {
    log('the time that reviews take could not be read', error)
    return undefined
  }
}
