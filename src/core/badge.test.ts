import { describe, expect, it } from 'vitest'
import { badge, badgeStatus } from './badge.ts'

/** For every combination of state, tier and a badge that was found, what its status is. */
const table = [
  ['pending', 'free', false, 'pending_approval'],
  ['pending', 'free', true, 'pending_approval'],
  ['pending', 'paid_fast_track', false, 'pending_approval'],
  ['pending', 'paid_fast_track', true, 'pending_approval'],
  ['approved', 'free', false, 'awaiting_verification'],
  ['approved', 'free', true, 'verified'],
  ['approved', 'paid_fast_track', false, 'paid_dofollow'],
  ['approved', 'paid_fast_track', true, 'paid_dofollow'],
] as const

/** The only flag that is true in each status. */
const flags = {
  pending_approval: 'requires_manual_review',
  awaiting_verification: 'requires_badge_install',
  verified: 'is_dofollow',
  paid_dofollow: 'is_dofollow',
}

const image = 'https://proofstack.example/badge/acme.svg'

describe('the badge', () => {
  it.each(table)(
    'of a %s listing, %s, badge found %s, is %s',
    (status, submission_tier, badge_verified, expected) => {
      const listing = { status, submission_tier, badge_verified }
      expect(badgeStatus(listing)).toBe(expected)
      expect(badge(listing, image)).toEqual({
        available: listing.status === 'approved',
        image_url: image,
        verification: {
          status: expected,
          is_dofollow: false,
          requires_badge_install: false,
          requires_manual_review: false,
          [flags[expected]]: true,
          detail: expect.stringMatching(/^[A-Z].+\.$/),
        },
      })
    },
  )

  it('never holds the embed code', () => {
    for (const [status, submission_tier, badge_verified] of table)
      expect(JSON.stringify(badge({ status, submission_tier, badge_verified }, image))).not.toMatch(
        /<a|<img|href/i,
      )
  })
})
