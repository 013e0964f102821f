import type { Addresses } from '#core/addresses.ts'
import type { Db } from '#db/connect.ts'
import type { LockedListing } from '#db/decisions.ts'
import { type Decided, type Refusal, type Request, decide } from './decide.ts'
import { publishListing } from './publish-listing.ts'

/** Approves a pending listing: status, changelog item, search document, mail. */
export function approveListing(
  db: Db,
  request: Request,
  to: Addresses,
): Promise<Decided | Refusal> {
  return decide<'approve'>(db, 'approve', request, async (trx, listing) => {
    const { referral_code } = await publishListing(trx, listing)
    return { mail: approvalMail(listing, referral_code, to) }
  })
}

/** What the owner of a listing that is public is told. */
export function approvalMail({ name, slug }: LockedListing, referral_code: string, to: Addresses) {
  const badge_snippet = `<a href="${to.listing(slug)}"><img src="${to.badge(slug)}" alt="Listed on Proofstack" width="180" height="40"></a>`
  return (token: string) => ({
    name,
    listing_url: to.listing(slug),
    badge_snippet,
    referral_code,
    manage_url: to.manage(token),
  })
}
