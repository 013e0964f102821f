import type { ListingForReview, QueueQuestion } from '#db/review-queue.ts'
import { accept } from '#desk/accept.ts'
import { approve } from '#desk/approve.ts'
import type { Command } from '#desk/arguments.ts'
import { claim } from '#desk/claim.ts'
import { decline } from '#desk/decline.ts'
import { edit } from '#desk/edit.ts'
import type { Values } from '#desk/options.ts'
import type { CannedReason, Explained } from '#desk/reasons.ts'
import { reject } from '#desk/reject.ts'
import { restore } from '#desk/restore.ts'
import { revise } from '#desk/revise.ts'
import type { Session } from '#desk/session.ts'
import { onOneLine } from '#desk/terminal-text.ts'
import { undo } from '#desk/undo.ts'

/** What the editor gave, in the order of the questions. */
export type Answers = readonly string[]

/** What a key asks before it does something. */
export type Question =
  /** One of the canned reasons by its number, or words of the editor's own. */
  | { kind: 'reason'; about: string; of: Explained }
  /** How the review of the claim stands; `other` is what can be chosen beside a verdict. */
  | { kind: 'verdict'; about: string; other: Choice | null }
  | { kind: 'text'; about: (answers: Answers) => string }

/** What a key of a menu stands for; it may answer more than the question that is asked. */
export interface Choice {
  key: string
  label: string
  answers: Answers
  /** The canned reason behind it. */
  reason?: CannedReason
  /** What Enter takes. */
  isDefault?: true
}

/** A command with its arguments. */
export interface Step {
  command: Command
  words: readonly string[]
  values: Values
}

/** A step back, and what it does that is seen outside; null when nobody sees it. */
export interface Undo extends Step {
  slug: string
  about: string
  consequence: string | null
}

/** One key of the desk. It runs a command, so that keys and commands do the same. */
interface DeskAction {
  label: string
  /** What it decides on. */
  on: readonly DeskSubject[]
  asks: (listing: ListingForReview) => readonly Question[]
  /** Asked once more before something becomes public or is mailed; null: it is done at once. */
  consequence: (at: {
    listing: ListingForReview
    answers: Answers
    to: Session['to']
  }) => string | null
  step: (slug: string, answers: Answers) => Step
  /** Whether the next submission comes up after it. */
  finishes: boolean
  /** What takes it back, where the table of decisions has a way. `value` is what the command told. */
  undo?: (listing: ListingForReview, value: object) => Undo | null
}

/**
 * What is open at the desk: a pending submission, the change that is proposed of a listing, a
 * listing whose evidence no longer holds, which is mended in its file, or the claim of a public
 * listing that nobody has decided on.
 */
export type DeskSubject = 'submission' | 'proposal' | 'evidence' | 'claim'

/** What is open, by what the list was narrowed to. */
export function subjectOf(
  { status }: Pick<ListingForReview, 'status'>,
  { state }: QueueQuestion,
): DeskSubject {
  if (status === 'pending') return 'submission'
  return state === 'stale' ? 'evidence' : state === 'claim_undecided' ? 'claim' : 'proposal'
}

export type DeskActions = Readonly<Record<string, DeskAction>>

const named = ({ name, domain }: ListingForReview) => `${onOneLine(name)} (${onOneLine(domain)})`

/** The keys that decide. One more is one row. */
export const actions: DeskActions = {
  a: {
    label: 'approve',
    on: ['submission'],
    // A claim on which somebody has decided stays as it is; `c` changes it.
    asks: ({ claim_review_status: claim }) =>
      claim === 'submitted'
        ? verdict('Approve, and its claim is:', {
            key: 's',
            label: 'left submitted, to be decided later',
            answers: ['submitted', ''],
          })
        : [],
    consequence: ({ listing, answers: [status = '', text = ''], to }) =>
      `Approve ${named(listing)}? It becomes public at ${to.listing(listing.slug)}, and its submitter gets a mail.${status ? ` Its claim is ${status}${text ? `: ${text}` : ' still.'}` : ''}`,
    step: (slug, [status = '', text = '']) => ({
      command: approve,
      words: [slug],
      values: text === '' ? {} : { claim: status, ...verdictValues(status, text) },
    }),
    finishes: true,
    undo: ({ slug }, value) => ({
      slug,
      about: `take the approval of ${slug} back`,
      consequence: `Take the approval of ${slug} back? It is pending again; if the mail has left, its submitter gets another that says so.${'claim_review_status' in value ? ` Its claim stays ${String(value.claim_review_status)}; c changes it.` : ''}`,
      command: undo,
      words: [slug],
      values: {},
    }),
  },
  r: {
    label: 'reject',
    on: ['submission'],
    asks: () => [
      {
        kind: 'reason',
        about: 'Why is it rejected? Its submitter gets this by mail.',
        of: 'reject',
      },
    ],
    consequence: ({ listing, answers: [reason = ''] }) =>
      `Reject ${named(listing)}? Its submitter gets this by mail: ${reason}`,
    step: (slug, [reason = '']) => ({ command: reject, words: [slug], values: { reason } }),
    finishes: true,
    undo: ({ slug }) => ({
      slug,
      about: `put ${slug} back into the queue`,
      consequence: `Put ${slug} back into the queue? If the mail has left, its submitter gets another that says so.`,
      command: restore,
      words: [slug],
      values: {},
    }),
  },
  v: {
    label: 'ask for revision',
    on: ['submission'],
    asks: () => [
      {
        kind: 'reason',
        about: 'What is to be mended? Its submitter gets this by mail, with a link to do so.',
        of: 'revise',
      },
    ],
    consequence: ({ listing, answers: [notes = ''] }) =>
      `Ask the submitter of ${named(listing)} for a revision? This goes by mail: ${notes}`,
    step: (slug, [notes = '']) => ({ command: revise, words: [slug], values: { notes } }),
    finishes: true,
  },
  c: {
    label: 'claim',
    on: ['submission', 'claim'],
    asks: () =>
      verdict('How does the review of its claim stand?', {
        key: 's',
        label: 'submitted, to be decided again',
        answers: ['submitted', ''],
      }),
    consequence: ({ listing, answers: [status = '', text = ''] }) =>
      `Set the claim of ${named(listing)} to ${status}? ${listing.status === 'approved' ? 'It is public at once, and its' : 'Its'} owner is told${text ? `: ${text}` : '.'}`,
    step: (slug, [status = '', text = '']) => ({
      command: claim,
      words: [slug, status],
      values: verdictValues(status, text),
    }),
    finishes: false,
    undo: (listing) => {
      const { slug, claim_review_status: before } = listing
      const { claim_evidence_summary: evidence, claim_review_notes: notes } = listing
      if (before === null) return null
      return {
        slug,
        about: `set the claim of ${slug} back to ${before}`,
        consequence: `Set the claim of ${slug} back to ${before}? Its owner is told.`,
        command: claim,
        words: [slug, before],
        values: { ...(evidence ? { evidence } : {}), ...(notes ? { notes } : {}) },
      }
    },
  },
  e: {
    label: 'edit',
    on: ['submission'],
    asks: () => [{ kind: 'text', about: () => 'field=value' }],
    // A pending listing is seen by nobody.
    consequence: () => null,
    step: (slug, [assignment = '']) => ({ command: edit, words: [slug, assignment], values: {} }),
    finishes: false,
    undo: ({ slug }, value) => {
      const assignments = formerValues(value)
      if (!assignments) return null
      const words = [slug, ...assignments]
      const about = `set ${slug} back to ${onOneLine(assignments.join(' '))}`
      return { slug, about, consequence: null, command: edit, words, values: {} }
    },
  },
  y: {
    label: 'accept',
    on: ['proposal'],
    asks: () => [],
    consequence: ({ listing }) =>
      `Accept what is proposed for ${named(listing)}? It is public at once, and its owner gets a mail.`,
    step: (slug) => ({ command: accept, words: [slug], values: {} }),
    finishes: true,
  },
  x: {
    label: 'accept, with claim',
    on: ['proposal'],
    asks: () => verdict('Accept, and its claim is:', null),
    consequence: ({ listing, answers: [status = '', text = ''] }) =>
      `Accept what is proposed for ${named(listing)}, and set its claim to ${status}? It is public at once, and its owner gets one mail${text ? `: ${text}` : '.'}`,
    step: (slug, [status = '', text = '']) => ({
      command: accept,
      words: [slug],
      values: { claim: status, ...verdictValues(status, text) },
    }),
    finishes: true,
  },
  n: {
    label: 'decline',
    on: ['proposal'],
    asks: () => [
      {
        kind: 'reason',
        about: 'Why is it declined? Its owner gets this by mail.',
        of: 'decline',
      },
    ],
    consequence: ({ listing, answers: [reason = ''] }) =>
      `Decline what is proposed for ${named(listing)}? Its owner gets this by mail: ${reason}`,
    step: (slug, [reason = '']) => ({ command: decline, words: [slug], values: { reason } }),
    finishes: true,
  },
}

/** What is asked about a claim: how its review stands, and why. */
function verdict(about: string, other: Choice | null): Question[] {
  return [
    { kind: 'verdict', about, other },
    {
      kind: 'text',
      about: ([status]) =>
        status === 'verified'
          ? 'What was looked at and what does it show? (public)'
          : status === 'needs_revision'
            ? 'What is to be mended? Its owner gets it by mail (public)'
            : 'Why is it not verified? Its owner gets it by mail (public)',
    },
  ]
}

function verdictValues(status: string, text: string): Values {
  if (text === '') return {}
  return status === 'verified' ? { evidence: text } : { notes: text }
}

/** The assignments that bring back what `edit` has changed; undefined where none can say it. */
function formerValues(told: object): string[] | undefined {
  const { changes = [] } = told as {
    changes?: { field: string; from: string | string[] | number | boolean | null }[]
  }
  const isSayable = changes.every(
    ({ from }) => !Array.isArray(from) || from.every((entry) => !entry.includes(',')),
  )
  if (changes.length === 0 || !isSayable) return undefined
  return changes.map(
    ({ field, from }) => `${field}=${Array.isArray(from) ? from.join(',') : String(from ?? '')}`,
  )
}
