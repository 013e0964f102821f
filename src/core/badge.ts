import type { BadgeStatus, SubmissionTier } from '#contract/enums.ts'
import type { Badge } from '#contract/resources/review.ts'

const details = {
  pending_approval:
    'The listing waits for an editor. The badge can be installed once it is approved.',
  awaiting_verification:
    'The listing is approved. The badge has not been found on the product site yet.',
  verified: 'The badge was found on the product site.',
  paid_dofollow: 'The listing is on the paid tier; its link is followed without a badge.',
} as const satisfies Record<BadgeStatus, string>

/** The state of a listing's badge. Decisions, Badge. */
export function badgeStatus(listing: {
  status: 'pending' | 'approved'
  submission_tier: SubmissionTier
  badge_verified: boolean
}): BadgeStatus {
  if (listing.status === 'pending') return 'pending_approval'
  if (listing.submission_tier === 'paid_fast_track') return 'paid_dofollow'
  return listing.badge_verified ? 'verified' : 'awaiting_verification'
}

/** The badge in a status answer, without the embed code. */
export function badge(listing: Parameters<typeof badgeStatus>[0], imageUrl: string): Badge {
  const status = badgeStatus(listing)
  return {
    available: listing.status === 'approved',
    image_url: imageUrl,
    verification: {
      status,
      is_dofollow: status === 'verified' || status === 'paid_dofollow',
      requires_badge_install: status === 'awaiting_verification',
      requires_manual_review: status === 'pending_approval',
      detail: details[status],
    },
  }
}

/** The code with which a site shows the badge of a listing, in HTML and in Markdown. */
export function badgeSnippets(listing: string, image: string): Record<'html' | 'markdown', string> {
  const alt = 'Listed on Proofstack'
  return {
    html: `<a href="${listing}"><img src="${image}" alt="${alt}" width="180" height="40"></a>`,
    markdown: `[![${alt}](${image})](${listing})`,
  }
}
