import { describe, expect, it } from 'vitest'
import { badge, badgeStatus } from './badge.ts'

const table = [
  {
    status: 'pending',
    submission_tier: 'free',
    badge_verified: false,
    expected: 'pending_approval',
  },
  {
    status: 'pending',
    submission_tier: 'free',
    badge_verified: true,
    expected: 'pending_approval',
  },
  {
    status: 'pending',
    submission_tier: 'paid_fast_track',
    badge_verified: false,
    expected: 'pending_approval',
  },
  {
    status: 'pending',
    submission_tier: 'paid_fast_track',
    badge_verified: true,
    expected: 'pending_approval',
  },
  {
    status: 'approved',
    submission_tier: 'free',
    badge_verified: false,
    expected: 'awaiting_verification',
  },
  { status: 'approved', submission_tier: 'free', badge_verified: true, expected: 'verified' },
  {
    status: 'approved',
    submission_tier: 'paid_fast_track',
    badge_verified: false,
    expected: 'paid_dofollow',
  },
  {
    status: 'approved',
    submission_tier: 'paid_fast_track',
    badge_verified: true,
    expected: 'paid_dofollow',
  },
] as const

const flags = {
  pending_approval: {
    is_dofollow: false,
    requires_badge_install: false,
    requires_manual_review: true,
  },
  awaiting_verification: {
    is_dofollow: false,
    requires_badge_install: true,
    requires_manual_review: false,
  },
  verified: { is_dofollow: true, requires_badge_install: false, requires_manual_review: false },
  paid_dofollow: {
    is_dofollow: true,
    requires_badge_install: false,
    requires_manual_review: false,
  },
}

const image = 'https://proofstack.example/badge/acme.svg'

describe('the badge', () => {
  it.each(table)(
    'of a $status listing, $submission_tier, badge found $badge_verified, is $expected',
    ({ expected, ...listing }) => {
      expect(badgeStatus(listing)).toBe(expected)
      expect(badge(listing, image)).toEqual({
        available: listing.status === 'approved',
        image_url: image,
        verification: {
          status: expected,
          ...flags[expected],
          detail: expect.stringMatching(/^[A-Z].+\.$/),
        },
      })
    },
  )

  it('never holds the embed code', () => {
    for (const listing of table)
      expect(JSON.stringify(badge(listing, image))).not.toMatch(/<a|<img|href/i)
  })
})
