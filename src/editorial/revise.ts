import type { CodeHost } from '#core/domain-name.ts'
import type { Db } from '#db/connect.ts'
import { readWhole, setListing, setRevised } from '#db/decisions.ts'
import { replaceProposal } from '#db/proposals.ts'
import { type Correction, type NotCorrected, changesOf, correct } from './correct.ts'
import { type Decided, type Refusal, decide } from './decide.ts'
import type { Corrections } from './editable-fields.ts'

/** New values that the owner of a listing wants to set. */
interface OwnersRequest {
  slug: string
  requested: Corrections
}

export type Revised = (Decided & { changes: Correction[] }) | Refusal | NotCorrected

const owner = { actor: 'owner', who: 'owner' } as const

/**
 * Replaces the texts of a pending listing. A claim that needed a revision becomes `submitted`
 * again.
 */
export function reviseListing(
  db: Db,
  { slug, requested }: OwnersRequest,
  codeHosts: readonly CodeHost[],
): Promise<Revised> {
  return decide<'revise', NotCorrected, { changes: Correction[] }>(
    db,
    'revise',
    { slug, ...owner },
    async (trx, listing, row) => {
      const corrected = await correct(trx, listing, requested, { row, codeHosts })
      if ('outcome' in corrected) return corrected
      const sentBack =
        listing.claim_review_status === 'needs_revision' && requested.qualification_type
      await setRevised(trx, listing.id)
      if (sentBack) await setListing(trx, listing.id, { claim_review_status: 'submitted' })
      return { detail: corrected.detail, more: { changes: corrected.made } }
    },
  )
}

/** Stores the change that the owner of a public listing proposes, until an editor decides on it. */
export function proposeChange(db: Db, { slug, requested }: OwnersRequest): Promise<Revised> {
  return decide<'propose', NotCorrected, { changes: Correction[] }>(
    db,
    'propose',
    { slug, ...owner },
    async (trx, { id }) => {
      const changes = changesOf(await readWhole(trx, id), requested)
      if (changes.length === 0) return { outcome: 'unchanged', slug }
      const wanted = Object.fromEntries(changes.map(({ field, to }) => [field, to]))
      await replaceProposal(trx, id, wanted)
      return { detail: { changes }, more: { changes } }
    },
  )
}
