import { readDecisionTimes } from '#db/review-figures.ts'
import { reviewTimeWords } from '#present/review-time.ts'
import type { Service } from './service.ts'

/** The usual time of a review, in a sentence. Never throws: the submission is accepted already. */
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
