import type { ChangelogType, ProductStatus } from '#contract/enums.ts'
import type { MailKind } from '#mail/mails.ts'

/** Who decides; `content` is the file of a curated listing. */
export type Who = 'editor' | 'owner' | 'content'

/** The state that a decision starts from; a listing withdrawn before it was ever public is apart. */
export type Situation = ProductStatus | 'withdrawn_unseen'

type Effect =
  /** Public content changes: running instances follow, and a rebuild is requested. */
  | 'marks_changed'
  /** The changelog items of the listing are hidden for good. */
  | 'leaves_feed'
  /** The domain can be submitted again. */
  | 'frees_domain'
  /** Refused while another listing has its domain. */
  | 'takes_domain'

/** What a decision does to a listing, where its state allows it. */
export interface Transition {
  to: ProductStatus
  who: readonly Who[]
  /** The mail to its owner. */
  mail: MailKind | null
  change: ChangelogType | 'product_removed' | null
  effects: readonly Effect[]
}

/** A row of the table: an absent `to` keeps the state, other absent fields are empty. */
type Row = Pick<Transition, 'who'> & Partial<Transition>

/** Every decision on a listing, by each state in which it can be taken; all others are refused. */
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
    pending: { to: 'rejected', who: ['editor'], mail: 'rejection', effects: ['frees_domain'] },
  },
  withdraw: {
    pending: {
      to: 'withdrawn',
      who: ['editor', 'owner'],
      mail: 'withdrawal',
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
    rejected: { to: 'pending', who: ['editor'], mail: 'back-in-review', effects: ['takes_domain'] },
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
      effects: ['takes_domain'],
    },
  },
  edit: {
    pending: { who: ['editor'] },
    // A changed claim that was reviewed before is back at `submitted`.
    approved: {
      who: ['editor', 'content'],
      change: 'claim_review_updated',
      effects: ['marks_changed'],
    },
  },
  'review-claim': {
    pending: { who: ['editor'], mail: 'claim-decided' },
    approved: {
      who: ['editor'],
      mail: 'claim-decided',
      change: 'claim_review_updated',
      effects: ['marks_changed'],
    },
  },
  'ask-revision': { pending: { who: ['editor'], mail: 'revision-asked' } },
  revise: { pending: { who: ['owner'] } },
  propose: { approved: { who: ['owner'] } },
  accept: {
    approved: {
      who: ['editor'],
      mail: 'proposal-accepted',
      change: 'claim_review_updated',
      effects: ['marks_changed'],
    },
  },
  // A badge on the listing's site lets search engines follow our link.
  badge: { approved: { who: ['editor', 'content'], effects: ['marks_changed'] } },
  decline: { approved: { who: ['editor'], mail: 'proposal-declined' } },
  'set-tier': {
    pending: { who: ['editor'] },
    approved: { who: ['editor'], effects: ['marks_changed'] },
  },
  'verify-owner': { pending: { who: ['editor'] }, approved: { who: ['editor'] } },
  'promote-tool': {
    pending: { who: ['editor'] },
    approved: { who: ['editor'], effects: ['marks_changed'] },
  },
} as const satisfies Record<
  string,
  Partial<Record<ProductStatus, Row> & { withdrawn_unseen: Row & Pick<Transition, 'to'> }>
>

export type Decision = keyof typeof decisions

/** The mail that a decision may send. */
export type MailOfDecision<D extends Decision> = {
  [S in keyof (typeof decisions)[D]]: MailIn<(typeof decisions)[D][S]>
}[keyof (typeof decisions)[D]]
type MailIn<T> = T extends { mail: infer M } ? Extract<M, MailKind> : never

/** The row of the table, or undefined where this decision is not allowed to them in this state. */
export function transition(
  decision: Decision,
  situation: Situation,
  who: Who,
): Transition | undefined {
  const rows: Partial<Record<Situation, Row>> = decisions[decision]
  const row = rows[situation]
  if (!row?.who.includes(who)) return undefined
  // Only `withdrawn_unseen` is no status, and its rows have `to`.
  return { to: situation as ProductStatus, mail: null, change: null, effects: [], ...row }
}

/** The situation of a listing. Its first approval gives it a referral code for good. */
export function situationOf(listing: {
  status: ProductStatus
  referral_code: string | null
}): Situation {
  const isUnseen = listing.status === 'withdrawn' && listing.referral_code === null
  return isUnseen ? 'withdrawn_unseen' : listing.status
}

/** The decisions that change the state of a listing. A refusal names who took the last of them. */
export const moves = [
  'approve',
  'undo-approval',
  'reject',
  'withdraw',
  'restore',
] as const satisfies Decision[]

/** Decision 33, Corrections by editors: "Curated listings are corrected in their file". */
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
