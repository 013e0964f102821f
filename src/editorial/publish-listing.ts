import { randomInt } from 'node:crypto'
import { slugify } from '#core/slug.ts'
import type { Trx } from '#db/connection/connect.ts'
import { insertChange, takeChangeTimestamp } from '#db/queries/changelog.ts'
import { notGone, setListing } from '#db/queries/decisions.ts'

/**
 * Makes a locked listing public and writes its changelog item. Every publication calls this.
 * `approvedAt` is the time of an earlier approval, for curated listings.
 */
export async function publishListing(
  trx: Trx,
  listing: { id: string; founder_name: string | null; referral_code?: string | null },
  approvedAt?: string,
): Promise<{ approved_at: Date; referral_code: string }> {
  const approved_at = await takeChangeTimestamp(trx, approvedAt)
  // A listing keeps its referral code forever, because others may be using the code.
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

/**
 * The slug of the founder's page, made from the founder's name. Decisions, Fields:
 * "`founder_profile_slug` is set on approval when the founder is named".
 */
export function founderProfileSlug(founder_name: string | null): string | null {
  return (founder_name && slugify(founder_name)) || null
}

// No vowels: a code never spells a word. No ambiguous characters. Ten characters have 47 bits.
const alphabet = 'bcdfghjkmnpqrstvwxz2346789'

function newReferralCode(): string {
  return Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('')
}
