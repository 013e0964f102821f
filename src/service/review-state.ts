import { ApiError } from '#contract/errors.ts'
import type { reviewWords } from '#present/review-words.ts'
import { findOwned } from '#db/manage-tokens.ts'
import { findOpenProposal } from '#db/proposals.ts'
import { countStatus } from './admit.ts'
import { ownListing } from './own-listing.ts'
import type { Service } from './service.ts'

/** How a submission stands, for its submitter; for everybody else whether it is listed. */
export type ReviewState =
  | ({ kind: 'own'; notes: string[] } & ReturnType<typeof reviewWords> & OwnListing)
  | { kind: 'listed'; slug: string }
  | { kind: 'unknown' }
  | { kind: 'away' }

interface OwnListing {
  slug: string
  name: string
  isListed: boolean
  owner_status: NonNullable<Awaited<ReturnType<typeof findOwned>>>['owner_status']
  /** The same for programs. */
  review_status_url: string
}

/**
 * Answers what GET /products/{slug} answers, in words for people and with the editor's notes. Throws
 * the wait of whoever asks too often.
 */
export async function reviewState(
  typed: { slug: string; email: string; address: string },
  service: Pick<Service, 'db' | 'catalog' | 'log' | 'to' | 'limiter'>,
): Promise<ReviewState> {
  const [slug, email] = [typed.slug, typed.email].map((text) => text.trim().toLowerCase()) as [
    string,
    string,
  ]
  const { db, catalog, log, to } = service
  // A slug that the columns cannot hold is no listing.
  if (!/^[a-z0-9-]{1,60}$/.test(slug)) return { kind: 'unknown' }
  try {
    await countStatus({ slug, address: typed.address }, service)
    const found = await findOwned(db, { slug, email })
    if (!found) {
      const listed = (await catalog.current()).product(slug)
      return listed ? { kind: 'listed', slug } : { kind: 'unknown' }
    }
    const { status, ...told } = ownListing(
      found,
      (await findOpenProposal(db, found.id)) !== undefined,
    )
    return {
      kind: 'own',
      slug,
      name: found.name,
      isListed: status === 'approved',
      owner_status: found.owner_status,
      review_status_url: to.reviewStatus(slug, email),
      ...told,
    }
  } catch (error) {
    if (error instanceof ApiError) throw error
    log('a review status could not be read', error)
    return { kind: 'away' }
  }
}
