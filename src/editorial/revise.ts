import type { CodeHost } from '#core/domain-name.ts'
import type { Db } from '#db/connection/connect.ts'
import { databaseNow, readWhole, setListing } from '#db/queries/decisions.ts'
import { closeProposal, findOpenProposal, replaceProposal } from '#db/queries/proposals.ts'
import { type Correction, type NotCorrected, changesOf, correct } from './correct.ts'
import { type Decided, type Refusal, decide } from './decide.ts'
import type { Corrections } from './editable-fields.ts'

/** New values that the owner of a listing wants to set. */
interface OwnersRequest {
  slug: string
  requested: Corrections
  /** The owner's word to the editor, kept with the decision in the audit. */
  message?: string | undefined
}

export type Revised = (Decided & { changes: Correction[] }) | Refusal | NotCorrected

const owner = { actor: 'owner', who: 'owner' } as const

/** The columns of a submission that its owner revised, whether or not an editor asked for it. */
const revised = { revision_notes: null, revision_asked_at: null, revised_at: databaseNow }

/** Replaces texts of a pending listing. A claim that needed a revision is `submitted` again. */
export function reviseListing(
  db: Db,
  { slug, requested, message }: OwnersRequest,
  codeHosts: readonly CodeHost[],
): Promise<Revised> {
  return decide(db, 'revise', { slug, ...owner }, async (trx, listing, row) => {
    const corrected = await correct(trx, listing, requested, { row, codeHosts })
    if ('outcome' in corrected) {
      // An editor may have asked for reasons, so words alone are an answer, too.
      if (corrected.outcome !== 'unchanged' || message === undefined) return corrected
      await setListing(trx, listing.id, revised)
      return { detail: { changes: [], message }, more: { changes: [] } }
    }
    const sentBack =
      listing.claim_review_status === 'needs_revision' && requested.qualification_type
    await setListing(trx, listing.id, {
      ...revised,
      ...(sentBack && { claim_review_status: 'submitted' }),
    })
    return { detail: { ...corrected.detail, message }, more: { changes: corrected.made } }
  })
}

/** Stores the change that the owner of a public listing proposes, until an editor decides on it. */
export function proposeChange(
  db: Db,
  { slug, requested, message }: OwnersRequest,
): Promise<Revised> {
  return decide(db, 'propose', { slug, ...owner }, async (trx, { id }) => {
    const changes = changesOf(await readWhole(trx, id), requested)
    if (changes.length === 0) return { outcome: 'unchanged', slug }
    const wanted = Object.fromEntries(changes.map(({ field, to }) => [field, to]))
    await replaceProposal(trx, id, wanted)
    return { detail: { changes, message }, more: { changes } }
  })
}

/** Takes the open proposal of a public listing back, for its owner. */
export function takeBack(db: Db, slug: string) {
  return decide(db, 'take-back', { slug, ...owner }, async (trx, { id }) => {
    if (!(await findOpenProposal(trx, id))) return { outcome: 'no_proposal', slug }
    await closeProposal(trx, id, { outcome: 'taken_back', by: owner.actor })
    return { detail: {} }
  })
}
