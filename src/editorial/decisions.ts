import type { ChangelogType, ProductStatus } from '#contract/enums.ts'
import type { MailKind } from '#mail/mails.ts'

/**
 * Who decides. `content`: the file of a curated listing, through a content sync. `job`: a recurring
 * look, such as for the proof of a claim.
 */
export type Who = 'editor' | 'owner' | 'content' | 'job'

/** The status before a decision. `withdrawn_unseen`: withdrawn without ever having been public. */
export type Situation = ProductStatus | 'withdrawn_unseen'

type Effect =
  /** Public content changes: instances read the listing again, and a rebuild is requested. */
  | 'marks_changed'
  /** The changelog items of the listing are hidden permanently. */
  | 'leaves_feed'
  /** The domain of the listing can be submitted again. */
  | 'frees_domain'
  /** The decision is refused while another listing has the same domain. */
  | 'takes_domain'

/** What a decision changes in a listing, if the status of the listing allows it. */
export interface Transition {
  to: ProductStatus
  who: readonly Who[]
  /** The mail to the owner of the listing. */
  mail: MailKind | null
  change: ChangelogType | 'product_removed' | null
  effects: readonly Effect[]
}

/** An entry of `decisions`. Without `to` the status stays; other missing fields mean none. */
type Row = Pick<Transition, 'who'> & Partial<Transition>

/** Every decision on a listing, with each status in which it is allowed. All else is refused. */
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
  // Takes the last decision back, whatever it was, so the state before is restored: see undo.ts.
  undo: {
    pending: { who: ['editor'] },
    approved: { who: ['editor'], mail: 'back-in-review', effects: ['marks_changed'] },
    rejected: { who: ['editor'], mail: 'back-in-review', effects: ['takes_domain'] },
    withdrawn: { who: ['editor'], effects: ['takes_domain', 'marks_changed'] },
    withdrawn_unseen: {
      to: 'pending',
      who: ['editor'],
      mail: 'back-in-review',
      effects: ['takes_domain'],
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
    // A reviewed claim that is changed is `submitted` again, and the changelog reports that.
    approved: {
      who: ['editor', 'content'],
      mail: 'listing-corrected',
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
  'take-back': { approved: { who: ['owner'] } },
  accept: {
    approved: {
      who: ['editor'],
      mail: 'proposal-accepted',
      change: 'claim_review_updated',
      effects: ['marks_changed'],
    },
  },
  // Public content: with the badge on a listing's site, search engines follow our link to it.
  badge: { approved: { who: ['editor', 'content'], effects: ['marks_changed'] } },
  decline: { approved: { who: ['editor'], mail: 'proposal-declined' } },
  'set-tier': {
    pending: { who: ['editor'] },
    approved: { who: ['editor'], effects: ['marks_changed'] },
  },
  'verify-owner': { pending: { who: ['editor'] }, approved: { who: ['editor'] } },
  // Somebody proved to own the product. The mail is for the former owner.
  claim: {
    pending: { who: ['owner', 'editor'], mail: 'claim-ended' },
    approved: { who: ['owner', 'editor'], mail: 'claim-ended', effects: ['marks_changed'] },
  },
  'end-claim': {
    pending: { who: ['job'], mail: 'claim-ended' },
    approved: { who: ['job'], mail: 'claim-ended', effects: ['marks_changed'] },
  },
  'promote-tool': {
    pending: { who: ['editor'] },
    approved: { who: ['editor'], effects: ['marks_changed'] },
  },
} as const satisfies Record<
  string,
  Partial<Record<ProductStatus, Row> & { withdrawn_unseen: Row & Pick<Transition, 'to'> }>
>

export type Decision = keyof typeof decisions

/** The kinds of mail that a decision may send. */
export type MailOfDecision<D extends Decision> = {
  [S in keyof (typeof decisions)[D]]: MailIn<(typeof decisions)[D][S]>
}[keyof (typeof decisions)[D]]
type MailIn<T> = T extends { mail: infer M } ? Extract<M, MailKind> : never

/** The transition that a decision makes; undefined if `who` may not take it in this situation. */
export function transition(
  decision: Decision,
  situation: Situation,
  who: Who,
): Transition | undefined {
  const rows: Partial<Record<Situation, Row>> = decisions[decision]
  const row = rows[situation]
  if (!row?.who.includes(who)) return undefined
  // `as`: `withdrawn_unseen` is the only situation that is no status, and each of its rows in the
  // table of decisions has a `to`, which replaces this one.
  return { to: situation as ProductStatus, mail: null, change: null, effects: [], ...row }
}

/** The situation of a listing. A withdrawn listing without a referral code was never public. */
export function situationOf(listing: {
  status: ProductStatus
  referral_code: string | null
}): Situation {
  const isUnseen = listing.status === 'withdrawn' && listing.referral_code === null
  return isUnseen ? 'withdrawn_unseen' : listing.status
}

/** The decisions that change the status of a listing. A refusal says who took the last one. */
export const moves: readonly Decision[] = ['approve', 'undo', 'reject', 'withdraw', 'restore']

/** Decisions that write to other tables than those that an undo restores. */
export const notUndone: readonly Decision[] = ['undo', 'verify-owner', 'promote-tool']

/**
 * Decisions that are refused for curated listings. Decisions, Corrections by editors: "Curated
 * listings are corrected in their file". What an owner proposes for a claimed one can be accepted.
 */
export const ownedByFile: readonly Decision[] = [
  'undo',
  'withdraw',
  'restore',
  'edit',
  'review-claim',
  'set-tier',
  'verify-owner',
]
