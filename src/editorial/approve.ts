import type { Transaction } from 'kysely'
import type { Addresses } from '#core/addresses.ts'
import type { Db } from '#db/connect.ts'
import { insertMails } from '#db/outbox.ts'
import type { Database } from '#db/schema.ts'
import { mailOf } from '#mail/mails.ts'
import { publishListing } from './publish-listing.ts'

export type ReviewOutcome =
  | { outcome: 'done'; slug: string; name: string; mailIds: string[] }
  /**
   * Somebody was first, or the listing is in another state for another reason. Nothing was changed.
   */
  | { outcome: 'not_pending'; slug: string; status: 'approved' | 'rejected'; by: string | null }
  | { outcome: 'unknown'; slug: string }

/**
 * Approves a pending listing in one transaction: status, changelog item, audit row, approval mail.
 * Two editors at once: one wins, the other is told.
 */
export function approveListing(
  db: Db,
  request: { slug: string; actor: string },
  to: Addresses,
): Promise<ReviewOutcome> {
  return reviewPending(db, request.slug, async (trx, listing) => {
    const { referral_code } = await publishListing(trx, listing, { actor: request.actor })
    if (!listing.submitter_email) return []
    const badge_snippet = `<a href="${to.listing(listing.slug)}"><img src="${to.badge(listing.slug)}" alt="Listed on Proofstack" width="180" height="40"></a>`
    const mail = mailOf('approval', {
      name: listing.name,
      listing_url: to.listing(listing.slug),
      badge_snippet,
      referral_code,
    })
    return insertMails(trx, [
      { ...mail, product_id: listing.id, to_email: listing.submitter_email },
    ])
  })
}

/**
 * The frame of every decision on a pending listing: finds it, locks it, and lets only the first
 * editor through.
 */
export function reviewPending(
  db: Db,
  slug: string,
  decide: (trx: Transaction<Database>, listing: PendingListing) => Promise<string[]>,
): Promise<ReviewOutcome> {
  return db.transaction().execute(async (trx) => {
    const listing = await trx
      .selectFrom('products')
      .select(['id', 'slug', 'name', 'status', 'founder_name', 'submitter_email'])
      .where('slug', '=', slug)
      .forUpdate()
      .executeTakeFirst()
    if (!listing) return { outcome: 'unknown', slug }
    if (listing.status !== 'pending')
      return {
        outcome: 'not_pending',
        slug,
        status: listing.status,
        by: await lastReviewer(trx, listing.id),
      }
    return { outcome: 'done', slug, name: listing.name, mailIds: await decide(trx, listing) }
  })
}

interface PendingListing {
  id: string
  slug: string
  name: string
  founder_name: string | null
  submitter_email: string | null
}

async function lastReviewer(trx: Transaction<Database>, productId: string): Promise<string | null> {
  const row = await trx
    .selectFrom('audit')
    .select('actor')
    .where('product_id', '=', productId)
    .where('action', 'in', ['approve', 'reject'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.actor ?? null
}
