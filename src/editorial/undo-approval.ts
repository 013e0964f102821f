import type { Addresses } from '#core/addresses.ts'
import { insertRemoval, takeChangeTimestamp } from '#db/changelog.ts'
import type { Db } from '#db/connect.ts'
import { isFreshApproval, setListing } from '#db/decisions.ts'
import { backInReview } from './back-in-review.ts'
import { type Decided, type Refusal, type Request, decide } from './decide.ts'
import { moves } from './decisions.ts'

/** How long an approval can be undone; later, `withdraw` says openly that it is over. */
export const undoMinutes = 10

type NotFresh = { outcome: 'not_fresh'; slug: string }

export type Undone = Decided | Refusal | NotFresh

/**
 * Takes an approval back that its editor took for a slip at once: the listing is in the queue again
 * with its domain and its history, as if nobody had decided. Only while nobody else has touched it
 * since. Who asks for removals is told, since for minutes it was public.
 */
export function undoApproval(db: Db, request: Request, to: Addresses): Promise<Undone> {
  return decide<'undo-approval', NotFresh>(
    db,
    'undo-approval',
    request,
    async (trx, listing, row) => {
      const { id, slug, status, approved_at } = listing
      const { actor } = request
      const isFresh = await isFreshApproval(trx, id, { actor, moves, minutes: undoMinutes })
      if (!isFresh) return { outcome: 'not_fresh', slug }
      const told = await backInReview(trx, listing, to)
      await setListing(trx, id, {
        status: row.to,
        approved_at: null,
        // Nobody was told of it for good; what was never public has none, see `situationOf`.
        referral_code: null,
      })
      await insertRemoval(trx, await takeChangeTimestamp(trx), id)
      return { detail: { from: status, approved_at }, ...told }
    },
  )
}
