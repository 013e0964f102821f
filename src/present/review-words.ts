import type { NextActionCode } from '#contract/enums.ts'

interface Told {
  /** How it stands, as a sentence. */
  state: string
  /** What happens next, or what the owner can do. */
  next: string
}

const told = {
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
    next: 'Changes go through the manage page.',
  },
  APPROVED_FOR_ALL_PRODUCTS_ONLY: {
    state: 'It is listed among all products.',
    next: 'Changes go through the manage page.',
  },
} as const satisfies Record<NextActionCode, Told>

/** How a listing stands, for people. */
export function reviewWords(
  code: NextActionCode,
  { isRevisionAsked = false, hasProposal = false } = {},
): Told {
  if (isRevisionAsked)
    return {
      state: 'An editor asks you to change something before it can be listed.',
      next: 'Read the notes below, mend the submission on the manage page, and save it. It is then reviewed again.',
    }
  if (!hasProposal) return told[code]
  return {
    state: `${told[code].state} A change that you proposed waits for an editor.`,
    next: 'You get a mail with the decision. A newer proposal replaces it.',
  }
}

const ownership = {
  unverified: 'not confirmed yet: the mail with the subject “Confirm your address” has the link',
  email_verified: 'confirmed by e-mail',
  domain_verified: 'confirmed for the domain of the product',
  editor_verified: 'confirmed by an editor',
} as const

/**
 * Whether there is an address to confirm, which is then the first thing to do. A listing that is
 * public waits for nothing.
 */
export function asksToConfirm(owner: keyof typeof ownership | null, isListed: boolean): boolean {
  return !isListed && (owner ?? 'unverified') === 'unverified'
}

/** How far it is known that the submitter owns the product. */
export function ownershipWords(status: keyof typeof ownership | null): string {
  return ownership[status ?? 'unverified']
}
