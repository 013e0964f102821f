import type { NextActionCode } from '#contract/enums.ts'
import type { Claim } from '#core/claim.ts'
import { words } from '#present/words.ts'

const texts = {
  UNDER_EDITORIAL_REVIEW: {
    state: 'It is in review.',
    next: 'An editor reads it. You get a mail with the decision.',
  },
  CLAIM_NEEDS_REVISION: {
    state: 'Its claim needs a revision.',
    next: 'Read the notes below, mend the claim on the manage page, and save it. It is then reviewed again.',
  },
  CLAIM_NOT_VERIFIED: {
    state: 'Its claim could not be verified.',
    next: 'It can be listed among all products, not in the agent directory. With better evidence you may change the claim.',
  },
  APPROVED_FOR_AGENT_DIRECTORY: {
    state: 'It is listed, in the agent directory too: its claim is verified.',
    next: 'An editor decides on the changes that its owner proposes.',
  },
  APPROVED_FOR_ALL_PRODUCTS_ONLY: {
    state: 'It is listed among all products.',
    next: 'An editor decides on the changes that its owner proposes.',
  },
} as const satisfies Record<NextActionCode, { state: string; next: string }>

/** The state of a review in a sentence, and its next step, or what the owner should do. */
export function reviewWords(
  code: NextActionCode,
  { isRevisionAsked = false, hasProposal = false } = {},
) {
  if (isRevisionAsked)
    return {
      state: 'An editor asks you to change something before it can be listed.',
      next: 'Read the notes below, mend the submission on the manage page, and save it. It is then reviewed again.',
    }
  if (!hasProposal) return texts[code]
  return {
    state: `${texts[code].state} A change that you proposed waits for an editor.`,
    next: 'You get a mail with the decision. A newer proposal replaces it.',
  }
}

/** Says that a claim of a public listing waits for an editor; empty if none does. */
export function undecidedClaim(claim: Omit<Claim, 'status'>): string {
  const { qualification_type: kind, claim_review_status } = claim
  if (kind === null || claim_review_status !== 'submitted') return ''
  const named = words.qualification_type[kind].toLowerCase()
  return `Your claim to be ${kind === 'agentic_workflow' ? `an ${named}` : named} is still under review.`
}

/** How far the ownership of a listing is confirmed. */
export const ownership = {
  unverified: 'not confirmed yet: the mail with the subject “Confirm your address” has the link',
  email_verified: 'confirmed by e-mail',
  domain_verified: 'confirmed for the domain of the product',
  editor_verified: 'confirmed by an editor',
} as const

/** Whether the owner should first confirm the e-mail address; not for a public listing. */
export function needsConfirmation(
  owner: keyof typeof ownership | null,
  isListed: boolean,
): boolean {
  return !isListed && (owner ?? 'unverified') === 'unverified'
}

/** How far the ownership of a listing is confirmed, in words. */
export function ownershipWords(status: keyof typeof ownership | null): string {
  return ownership[status ?? 'unverified']
}
