import type { CodeHost } from '#core/domain-name.ts'
import type { Db } from '#db/connect.ts'
import { type Correction, type NotCorrected, correct } from './correct.ts'
import { type Decided, type Refusal, type Request, decide } from './decide.ts'
import type { Corrections } from './editable-fields.ts'

export type EditOutcome = (Decided & { corrections: Correction[] }) | Refusal | NotCorrected

/**
 * Corrects a submission's listing: several fields at once, all or nothing. Decision, Corrections:
 * "an edit of a submission's listing is audited with old and new values".
 */
export async function editListing(
  db: Db,
  { corrections, ...request }: Request & { corrections: Corrections },
  codeHosts: readonly CodeHost[],
): Promise<EditOutcome> {
  let made: Correction[] = []
  const outcome = await decide<'edit', NotCorrected>(
    db,
    'edit',
    request,
    async (trx, listing, row) => {
      const corrected = await correct(trx, listing, corrections, { row, codeHosts })
      if ('outcome' in corrected) return corrected
      made = corrected.made
      return { detail: corrected.detail }
    },
  )
  return outcome.outcome === 'done' ? { ...outcome, corrections: made } : outcome
}
