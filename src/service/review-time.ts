import { readDecisionTimes } from '#db/queries/decision-times.ts'
import { reviewTimeWords } from '#present/review/review-time.ts'
import type { Service } from './service.ts'

/**
 * A sentence about how long reviews usually take. It never throws, because the submission that it
 * is shown for is already accepted.
 */
export async function reviewTime(
  service: Pick<Service, 'db' | 'log'>,
): Promise<string | undefined> {
  try {
    return reviewTimeWords(await readDecisionTimes(service.db))
  } catch (error) {
    service.log('the time that reviews take could not be read', error)
    return undefined
  }
}
