import { randomInt } from 'node:crypto'
import type { Transaction } from 'kysely'
import { slugify } from '#core/slug.ts'
import { insertChange, takeChangeTimestamp } from '#db/changelog.ts'
import { notGone, setListing } from '#db/decisions.ts'
import type { Database } from '#db/schema.ts'

/**
 * Makes a locked listing public, with its changelog item; every publication comes through here.
 * `approvedAt` is for curated listings that were approved before.
 */
export async function publishListing(
  trx: Transaction<Database>,
  listing: { id: string; founder_name: string | null; referral_code?: string | null },
  approvedAt?: string,
): Promise<{ approved_at: Date; referral_code: string }> {
  const approved_at = await takeChangeTimestamp(trx, approvedAt)
  // A referral code is for life: it may be in use.
  const referral_code = listing.referral_code ?? newReferralCode()
  await setListing(trx, listing.id, {
    ...notGone,
    revision_notes: null,
    revision_asked_at: null,
    status: 'approved',
    approved_at,
    referral_code,
    founder_profile_slug: founderProfileSlug(listing.founder_name),
  })
  await insertChange(trx, approved_at, {
    type: 'product_approved',
    product_id: listing.id,
    approved_at,
  })
  return { approved_at, referral_code }
}

/** Decision 33, Reads, Fields: "`founder_profile_slug` is set on approval when the founder is named". */
export function founderProfileSlug(founder_name: string | null): string | null {
  return (founder_name && slugify(founder_name)) || null
}

// No vowels and no ambiguous characters: a code never spells a word. Ten characters are 47 bits.
const alphabet = 'bcdfghjkmnpqrstvwxz2346789'

function newReferralCode(): string {
  return Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('')
}
