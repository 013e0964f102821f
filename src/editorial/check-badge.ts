import { countBadgesDue, takeBadgeDue } from '#db/queries/badge-checks.ts'
import type { Db } from '#db/connection/connect.ts'
import { databaseNow, findListing, setListing } from '#db/queries/decisions.ts'
import { checkBadge } from '#proof/websites/check-badge.ts'
import type { GuardedFetch } from '#proof/fetch/guarded-fetch.ts'
import { type Request, decide } from './decide.ts'

export interface Network {
  fetch: GuardedFetch
  /** The URL of our site, which the badge must link to. */
  site: string
}

/**
 * Checks whether a listing's site has our badge. Decisions, Badge: the listing is `verified` once
 * the badge is found, and no longer when the badge is gone. A site that does not answer changes
 * nothing. The outcome `same` says that only the time of the last check changed.
 */
export async function checkListingBadge(
  db: Db,
  { slug, actor }: { slug: string; actor: string },
  { fetch, site }: Network,
) {
  const listing = await findListing(db, slug)
  if (!listing) return { outcome: 'unknown', slug } as const
  if (listing.status !== 'approved') return { outcome: 'not_public', slug } as const
  const badge = await checkBadge(fetch, listing, site)
  await setListing(db, listing.id, { badge_checked_at: databaseNow })
  // A `nofollow` badge does not count: its purpose is the followed link.
  const isFound =
    badge.kind === 'unreachable'
      ? listing.badge_verified
      : badge.kind === 'found' && badge.rel === 'dofollow'
  if (isFound === listing.badge_verified) return { outcome: 'same', slug, badge } as const
  const decided = await setBadge(db, { slug, actor, isFound })
  if (decided.outcome !== 'done') return decided
  return { outcome: 'changed', slug, badge, decided } as const
}

/** Records whether the site of a public listing has our badge. */
export function setBadge(db: Db, { isFound, ...request }: Request & { isFound: boolean }) {
  return decide(db, 'badge', request, async (trx, { id }) => {
    await setListing(trx, id, { badge_verified: isFound })
    return { detail: { found: isFound } }
  })
}

/** The time between two checks of the same site. */
const dayMs = 86_400_000

/**
 * Checks the badge on up to `limit` sites, one after another; sites with the oldest check come
 * first. A site is marked as checked before its check, so that concurrent rounds share the work.
 */
export async function checkDueBadges(
  db: Db,
  { now, limit, signal }: { now: Date; limit: number; signal?: AbortSignal },
  network: Network,
) {
  const before = new Date(now.getTime() - dayMs)
  let done = 0
  for (; done < limit && !signal?.aborted; done++) {
    const slug = await takeBadgeDue(db, before)
    if (slug === undefined) break
    await checkListingBadge(db, { slug, actor: 'badge check' }, network)
  }
  return { done, left: await countBadgesDue(db, before), failed: 0 }
}
