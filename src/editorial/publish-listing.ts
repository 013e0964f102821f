import { randomInt } from 'node:crypto'
import type { Transaction } from 'kysely'
import { slugify } from '#core/slug.ts'
import { recordAction } from '#db/audit.ts'
import { insertChange, takeChangeTimestamp } from '#db/changelog.ts'
import type { Database } from '#db/schema.ts'
import { indexProducts } from './index-search.ts'

/**
 * Makes a pending listing public: status, changelog item, search document, audit row. The one way
 * into the directory, for submissions and starters. The caller has locked the row and knows that it
 * is pending. `approvedAt` is for starters that were approved before.
 */
export async function publishListing(
  trx: Transaction<Database>,
  listing: { id: string; founder_name: string | null },
  by: { actor: string; approvedAt?: string },
): Promise<{ approved_at: Date; referral_code: string }> {
  const approved_at = await takeChangeTimestamp(trx, by.approvedAt)
  const referral_code = newReferralCode()
  // Decision, Reads, Fields: "`founder_profile_slug` is set on approval when the founder is named".
  const founder_profile_slug = (listing.founder_name && slugify(listing.founder_name)) || null
  await trx
    .updateTable('products')
    .set({ status: 'approved', approved_at, referral_code, founder_profile_slug })
    .where('id', '=', listing.id)
    .execute()
  await insertChange(trx, approved_at, {
    type: 'product_approved',
    product_id: listing.id,
    approved_at,
  })
  await indexProducts(trx, [listing.id])
  await recordAction(trx, { actor: by.actor, action: 'approve', product_id: listing.id })
  return { approved_at, referral_code }
}

// No vowels and nothing that looks alike: the code is read aloud and never spells a word. 10 of 26
// characters are 47 bits.
const alphabet = 'bcdfghjkmnpqrstvwxz2346789'

function newReferralCode(): string {
  return Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('')
}
