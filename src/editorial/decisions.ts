import type { ChangelogType, ProductStatus } from '#contract/enums.ts'
import type { MailKind } from '#mail/mails.ts'

/** `content` is a file of content/listings, which owns its listing. */
export type Who = 'editor' | 'owner' | 'content'

/**
 * What a listing may be when somebody decides. One that was withdrawn before it was ever public goes
 * back into the queue, not into the directory.
 */
export type Situation = ProductStatus | 'withdrawn_unseen'

type Effect =
  /** Readers see something else: instances are told, and a rebuild is asked for. */
  | 'marks_changed'
  /** Its items are left out of the changelog for good. */
  | 'leaves_feed'
  /** Somebody else may submit its domain. */
  | 'frees_domain'
  /** Refused while another listing has its domain. */
  | 'takes_domain'

export interface Transition {
  to: ProductStatus
  who: readonly Who[]
  /** What its owner is told. */
  mail: MailKind | null
  /** What the changelog tells. */
  change: ChangelogType | 'product_removed' | null
  effects: readonly Effect[]
}

/**
 * Every decision on a listing, from each state in which it can be taken. What is not here is
 * refused, and whoever tries is told who did what before.
 */
export const decisions = {
  approve: {
    pending: {
      to: 'approved',
      who: ['editor', 'content'],
      mail: 'approval',
      change: 'product_approved',
      effects: ['marks_changed'],
    },
  },
  // A slip that its editor saw at once; see `undoApproval` for how long.
  'undo-approval': {
    approved: {
      to: 'pending',
      who: ['editor'],
      mail: 'back-in-review',
      change: 'product_removed',
      effects: ['marks_changed', 'leaves_feed'],
    },
  },
  reject: {
    pending: {
      to: 'rejected',
      who: ['editor'],
      mail: 'rejection',
      change: null,
      effects: ['frees_domain'],
    },
  },
  withdraw: {
    pending: {
      to: 'withdrawn',
      who: ['editor', 'owner'],
      mail: 'withdrawal',
      change: null,
      effects: ['frees_domain'],
    },
    approved: {
      to: 'withdrawn',
      who: ['editor', 'owner', 'content'],
      mail: 'withdrawal',
      change: 'product_removed',
      effects: ['marks_changed', 'leaves_feed', 'frees_domain'],
    },
  },
  restore: {
    rejected: {
      to: 'pending',
      who: ['editor'],
      mail: 'back-in-review',
      change: null,
      effects: ['takes_domain'],
    },
    withdrawn: {
      to: 'approved',
      who: ['editor', 'content'],
      mail: 'approval',
      change: 'product_approved',
      effects: ['takes_domain', 'marks_changed'],
    },
    withdrawn_unseen: {
      to: 'pending',
      who: ['editor'],
      mail: 'back-in-review',
      change: null,
      effects: ['takes_domain'],
    },
  },
  edit: {
    pending: {
      to: 'pending',
      who: ['editor'],
      mail: null,
      change: null,
      effects: [],
    },
    // A claim that was reviewed and is changed is news: it is back at `submitted`.
    approved: {
      to: 'approved',
      who: ['editor', 'content'],
      mail: null,
      change: 'claim_review_updated',
      effects: ['marks_changed'],
    },
  },
  'review-claim': {
    pending: {
      to: 'pending',
      who: ['editor'],
      mail: 'claim-decided',
      change: null,
      effects: [],
    },
    approved: {
      to: 'approved',
      who: ['editor'],
      mail: 'claim-decided',
      change: 'claim_review_updated',
      effects: ['marks_changed'],
    },
  },
  'ask-revision': {
    pending: {
      to: 'pending',
      who: ['editor'],
      mail: 'revision-asked',
      change: null,
      effects: [],
    },
  },
  revise: {
    pending: {
      to: 'pending',
      who: ['owner'],
      mail: null,
      change: null,
      effects: [],
    },
  },
  propose: {
    // What is public stays until an editor accepts it.
    approved: {
      to: 'approved',
      who: ['owner'],
      mail: null,
      change: null,
      effects: [],
    },
  },
  accept: {
    approved: {
      to: 'approved',
      who: ['editor'],
      mail: 'proposal-accepted',
      change: 'claim_review_updated',
      effects: ['marks_changed'],
    },
  },
  // Whether our badge was found on the listing's site decides whether our link is followed.
  badge: {
    approved: {
      to: 'approved',
      who: ['editor', 'content'],
      mail: null,
      change: null,
      effects: ['marks_changed'],
    },
  },
  decline: {
    approved: {
      to: 'approved',
      who: ['editor'],
      mail: 'proposal-declined',
      change: null,
      effects: [],
    },
  },
  'set-tier': {
    pending: {
      to: 'pending',
      who: ['editor'],
      mail: null,
      change: null,
      effects: [],
    },
    approved: {
      to: 'approved',
      who: ['editor'],
      mail: null,
      change: null,
      effects: ['marks_changed'],
    },
  },
  // Readers are not told how an owner was verified.
  'verify-owner': {
    pending: {
      to: 'pending',
      who: ['editor'],
      mail: null,
      change: null,
      effects: [],
    },
    approved: {
      to: 'approved',
      who: ['editor'],
      mail: null,
      change: null,
      effects: [],
    },
  },
  'promote-tool': {
    pending: {
      to: 'pending',
      who: ['editor'],
      mail: null,
      change: null,
      effects: [],
    },
    approved: {
      to: 'approved',
      who: ['editor'],
      mail: null,
      change: null,
      effects: ['marks_changed'],
    },
  },
} as const satisfies Record<string, Partial<Record<Situation, Transition>>>

export type Decision = keyof typeof decisions

/** The mail that a decision may send. */
export type MailOfDecision<D extends Decision> = Exclude<
  {
    [S in keyof (typeof decisions)[D]]: MailIn<(typeof decisions)[D][S]>
  }[keyof (typeof decisions)[D]],
  null
>
type MailIn<T> = T extends { mail: infer M } ? Extract<M, MailKind> : never

/** The row of the table, or undefined when this may not be decided here or by these. */
export function transition(
  decision: Decision,
  situation: Situation,
  who: Who,
): Transition | undefined {
  const rows: Partial<Record<Situation, Transition>> = decisions[decision]
  const row = rows[situation]
  return row?.who.includes(who) ? row : undefined
}

/** Whoever was approved once has a referral code, for good. */
export function situationOf(listing: {
  status: ProductStatus
  referral_code: string | null
}): Situation {
  const isUnseen = listing.status === 'withdrawn' && listing.referral_code === null
  return isUnseen ? 'withdrawn_unseen' : listing.status
}

/** The decisions that move a listing from one state to another: who took the last is told. */
export const moves = [
  'approve',
  'undo-approval',
  'reject',
  'withdraw',
  'restore',
] as const satisfies Decision[]

/**
 * Decision, Corrections by editors: "Curated listings are corrected in their file: the next sync
 * brings the change, the removal of a file withdraws it."
 */
export const ownedByFile: readonly Decision[] = [
  'undo-approval',
  'withdraw',
  'restore',
  'edit',
  'review-claim',
  'set-tier',
  'verify-owner',
  'propose',
  'accept',
]
