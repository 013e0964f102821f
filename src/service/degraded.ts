import type { Published } from '#catalog/questions.ts'
import type { Db } from '#db/connect.ts'
import { isDatabaseAway } from '#db/failure.ts'
import type { Service } from './service.ts'

/**
 * What an answer from the catalogue says of itself when nobody could ask what is new (decision,
 * Degraded).
 */
export function servedFrom({ isStale }: Pick<Published, 'isStale'>): 'snapshot' | undefined {
  return isStale ? 'snapshot' : undefined
}

/**
 * Asks the database, and the catalogue when the database is away (decision, Degraded).
 * `fromCatalog` gives undefined for what the catalogue cannot know; that stays the failure it is.
 */
export async function askDatabaseElse<T>(
  service: Service,
  ask: (db: Db) => Promise<T>,
  fromCatalog: () => T | undefined,
): Promise<{ found: T; servedFrom?: 'snapshot' }> {
  try {
    return { found: await ask(service.db) }
  } catch (error) {
    const found = isDatabaseAway(error) ? fromCatalog() : undefined
    if (found === undefined) throw error
    service.log('the database is away; answered from the catalogue', error)
    return { found, servedFrom: 'snapshot' }
  }
}
