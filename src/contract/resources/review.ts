import { z } from 'zod'
import {
  BadgeStatus,
  ClaimEligibility,
  ClaimReviewStatus,
  NextActionCode,
  OwnerClaimStatus,
} from '#contract/enums.ts'
import { Uri } from './fields.ts'

/** The state of our badge for a listing. The embed code is the owner's and goes by e-mail. */
export const Badge = z
  .object({
    available: z.boolean().describe('Whether the badge can be shown: true once approved.'),
    image_url: Uri.describe('The address of the badge image.'),
    verification: z
      .object({
        status: BadgeStatus.describe('Where the verification stands.'),
        is_dofollow: z
          .boolean()
          .describe('Whether the link from our page to the product is followed by search engines.'),
        requires_badge_install: z
          .boolean()
          .describe('Whether the badge must still be installed on the product site.'),
        requires_manual_review: z
          .boolean()
          .describe('Whether an editor must still approve the listing.'),
        detail: z.string().describe('The same in a sentence.'),
      })
      .describe('Where the verification stands.'),
  })
  .meta({
    id: 'Badge',
    description:
      'The state of our badge for a listing. The embed code goes to the owner by e-mail.',
  })
export type Badge = z.infer<typeof Badge>

/** What every status answer says of the review, pending or approved. */
export const reviewStatus = {
  claim_status: ClaimReviewStatus.nullable().describe(
    'How the review of the claim stands; null without a claim.',
  ),
  claim_eligibility: ClaimEligibility.describe('Which directory the listing is eligible for.'),
  next_action_code: NextActionCode.describe('What happens next, or what the submitter has to do.'),
}

/** Whether the submitter is known to own the product. */
export const OwnerClaim = z
  .object({
    email: z.string().describe('The submitter e-mail.'),
    status: OwnerClaimStatus.describe(
      'How far ownership is verified; a new submission is `unverified`.',
    ),
    verification_email_sent: z
      .boolean()
      .describe('True only when the mail provider accepted the message before this answer.'),
  })
  .meta({ id: 'OwnerClaim', description: 'Whether the submitter is known to own the product.' })
export type OwnerClaim = z.infer<typeof OwnerClaim>
