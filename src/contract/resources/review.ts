import { z } from 'zod'
import {
  BadgeStatus,
  ClaimEligibility,
  ClaimReviewStatus,
  NextActionCode,
  OwnerClaimStatus,
} from '#contract/enums.ts'
import { Uri, object, resource } from './fields.ts'

export const Badge = resource(
  'Badge',
  'The state of our badge for a listing. The embed code goes to the owner by e-mail.',
  {
    available: z.boolean().describe('Whether the badge can be shown: true once approved.'),
    image_url: Uri.describe('The address of the badge image.'),
    verification: object('The state of the verification.', {
      status: BadgeStatus.describe('The state of the verification.'),
      is_dofollow: z
        .boolean()
        .describe('Whether the link from our page to the product is followed by search engines.'),
      requires_badge_install: z
        .boolean()
        .describe('Whether the badge must still be installed on the product site.'),
      requires_manual_review: z
        .boolean()
        .describe('Whether an editor must still approve the listing.'),
      detail: z.string().describe('The state in a sentence.'),
    }),
  },
)
export type Badge = z.infer<typeof Badge>

/** The review fields of every status answer. */
export const reviewStatus = {
  claim_status: ClaimReviewStatus.nullable().describe('The review status; null without a claim.'),
  claim_eligibility: ClaimEligibility.describe('Which directory the listing is eligible for.'),
  next_action_code: NextActionCode.describe('What happens next, or what the submitter has to do.'),
}

export const OwnerClaim = resource(
  'OwnerClaim',
  'Whether the submitter is known to own the product.',
  {
    email: z.string().describe('The submitter e-mail.'),
    status: OwnerClaimStatus.describe('How far ownership is verified.'),
    verification_email_sent: z
      .boolean()
      .describe('Whether the mail provider already accepted the message.'),
  },
)
