import { findOwned } from '#db/queries/manage-tokens.ts'
import { findOpenProposal } from '#db/queries/proposals.ts'
import { findByEmail } from './admit.ts'
import { orAway } from './failure.ts'
import { ownListing } from './own-listing.ts'
import type { Service } from './service.ts'

export type ReviewState = Awaited<ReturnType<typeof reviewState>>

/**
 * The state of a submission for its submitter (`own`), in words and with the editors' notes. All
 * others learn only whether it is listed. Throws `rate_limited`.
 */
export async function reviewState(
  typed: { slug: string; email: string; address: string },
  service: Pick<Service, 'db' | 'catalog' | 'log' | 'urls' | 'limiter'>,
) {
  const slug = typed.slug.trim().toLowerCase()
  const email = typed.email.trim().toLowerCase()
  const { db, catalog, log, urls } = service
  // The database stores no other slugs.
  if (!/^[a-z0-9-]{1,60}$/.test(slug)) return { kind: 'unknown' as const }
  return orAway(log, 'a review status could not be read', async () => {
    const question = { slug, address: typed.address }
    const found = await findByEmail(question, service, () => findOwned(db, { slug, email }))
    if (!found) {
      const listed = (await catalog.current()).product(slug)
      return listed ? { kind: 'listed' as const, slug } : { kind: 'unknown' as const }
    }
    const proposal = await findOpenProposal(db, found.id)
    const { status, ...words } = ownListing(found, proposal !== undefined)
    return {
      kind: 'own' as const,
      slug,
      name: found.name,
      isListed: status === 'approved',
      owner_status: found.owner_status,
      /** The URL in the API with the same state. */
      review_status_url: urls.reviewStatus(slug, email),
      ...words,
    }
  })
}
