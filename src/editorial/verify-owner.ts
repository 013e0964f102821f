import type { Db } from '#db/connection/connect.ts'
import { setVerifiedByEditor } from '#db/queries/owner-claims.ts'
import { type Request, decide } from './decide.ts'

/** Marks the owner of a listing as verified by an editor. An open link for it stops working. */
export function verifyOwner(db: Db, request: Request) {
  return decide(db, 'verify-owner', request, async (trx, { id, slug, submitter_email }) => {
    if (submitter_email === null) return { outcome: 'no_owner', slug }
    const from = await setVerifiedByEditor(trx, { product_id: id, email: submitter_email })
    if (from === 'editor_verified') return { outcome: 'unchanged', slug }
    return { detail: { from, to: 'editor_verified' } }
  })
}
