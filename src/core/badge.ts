import type { BadgeStatus, SubmissionTier } from '#contract/enums.ts'
import type { Badge } from '#contract/resources/review.ts'

const verifications = {
  pending_approval: {
    is_dofollow: false,
    requires_badge_install: false,
    requires_manual_review: true,
    detail: 'The listing waits for an editor. The badge can be installed once it is approved.',
  },
  awaiting_verification: {
    is_dofollow: false,
    requires_badge_install: true,
    requires_manual_review: false,
    detail: 'The listing is approved. The badge has not been found on the product site yet.',
  },
  verified: {
    is_dofollow: true,
    requires_badge_install: false,
    requires_manual_review: false,
    detail: 'The badge was found on the product site.',
  },
  paid_dofollow: {
    is_dofollow: true,
    requires_badge_install: false,
    requires_manual_review: false,
    detail: 'The listing is on the paid tier; its link is followed without a badge.',
  },
} as const satisfies Record<BadgeStatus, Omit<Badge['verification'], 'status'>>

/** The state of a badge. Decision, Reads, Badge. */
export function badgeStatus(listing: {
  status: 'pending' | 'approved'
  submission_tier: SubmissionTier
  badge_verified: boolean
}): BadgeStatus {
  if (listing.status === 'pending') return 'pending_approval'
  if (listing.submission_tier === 'paid_fast_track') return 'paid_dofollow'
  return listing.badge_verified ? 'verified' : 'awaiting_verification'
}

/** The badge of a status answer, without the embed code. */
export function badge(listing: Parameters<typeof badgeStatus>[0], imageUrl: string): Badge {
  const status = badgeStatus(listing)
  return {
    available: listing.status === 'approved',
    image_url: imageUrl,
    verification: { status, ...verifications[status] },
  }
}
