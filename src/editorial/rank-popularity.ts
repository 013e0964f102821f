import { takeChangelogLock } from '#db/changelog.ts'
import type { Db } from '#db/connect.ts'
import { listMisplaced, setPopularity } from '#db/popularity.ts'

/** So many are one statement: who decides meanwhile waits for one batch. */
const batch = 500

/**
 * Says which documents are viewed most, so that a word that many have is looked up among those. Views
 * move slowly: between two deployments it stays as it was.
 */
export async function rankPopularity(db: Db): Promise<void> {
  const misplaced = await listMisplaced(db)
  for (let start = 0; start < misplaced.length; start += batch)
    await db.transaction().execute(async (trx) => {
      // As `reindex`: who decides writes documents under this lock.
      await takeChangelogLock(trx)
      await setPopularity(trx, misplaced.slice(start, start + batch))
    })
}
