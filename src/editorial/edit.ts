import type { CodeHost } from '#core/domain-name.ts'
import type { Db } from '#db/connection/connect.ts'
import { correct } from './correct.ts'
import { type Request, decide } from './decide.ts'
import type { Corrections } from './editable-fields.ts'

/** Corrects fields of a submitted listing, all or none. The audit stores old and new values. */
export function editListing(
  db: Db,
  { corrections, ...request }: Request & { corrections: Corrections },
  codeHosts: readonly CodeHost[],
) {
  return decide(db, 'edit', request, async (trx, listing, row) => {
    const corrected = await correct(trx, listing, corrections, { row, codeHosts })
    if ('outcome' in corrected) return corrected
    return { detail: corrected.detail, more: { corrections: corrected.made } }
  })
}
