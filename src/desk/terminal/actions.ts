import type { ListingForReview, QueueQuestion } from '#db/queries/review-queue.ts'
import { accept } from '#desk/accept.ts'
import { claim } from '#desk/claim.ts'
import { edit } from '#desk/edit.ts'
import { report } from '#desk/fact-reports.ts'
import type { Values } from '#authoring/options.ts'
import type { CannedReason, Explained } from '#desk/reasons.ts'
import type { Command, Session } from '#desk/session.ts'
import { undoMinutes } from '#editorial/undo-approval.ts'
import { approve, decline, reject, restore, revise, undo } from '#desk/steps.ts'
import { release, take } from '#desk/take.ts'
import { fromEditable, onOneLine } from '#authoring/terminal-text.ts'
import { askField, fieldOf } from './fields.ts'

/** The answers of the editor to the questions of an action, in order. */
export type Answers = readonly string[]

/** A listing on the desk, with the oldest open report about it if it was opened for that. */
export type DeskListing = ListingForReview & { report?: DeskReport | undefined }

interface DeskReport {
  id: string
  source: string | null
  has_email: boolean
}

/** A question that an action asks before it is confirmed. */
export type Question =
  /** Choose canned reasons, or type a text. */
  | { kind: 'reason'; about: string; of: Explained }
  /** Choose a claim status. `other` is one more choice, such as leaving the claim undecided. */
  | { kind: 'verdict'; about: string; other: Choice | null }
  /** Choose a field of the listing. */
  | { kind: 'field'; about: string }
  | {
      kind: 'text'
      about: (answers: Answers) => string
      /** The text to start from. */
      initial?: (answers: Answers) => string
      canBeEmpty?: (answers: Answers) => boolean
    }

/** A line of a menu. `answers` may also answer the questions that follow. */
export interface Choice {
  key: string
  label: string
  answers: Answers
  reason?: CannedReason
  /** Enter chooses this line. */
  isDefault?: true
}

/** A command with its arguments and options. */
export interface Step {
  command: Command
  words: readonly string[]
  values: Values
}

/**
 * The command that reverses an action. It is confirmed if `consequence` says what others will see.
 */
export interface Undo extends Step {
  consequence: string | null
}

/** The desk knows only what was done since it was opened. */
export const nothingToUndo = `There is nothing here to take back. What was decided before: the commands undo (an approval of the last ${undoMinutes} minutes) and restore.`

/** What a key does. It runs an editor's command, so that desk and command line behave the same. */
interface DeskAction {
  label: string
  on: readonly DeskSubject[]
  asks: (listing: DeskListing) => readonly Question[]
  /**
   * The sentence to confirm before something is published or mailed; null runs without
   * confirmation.
   */
  consequence: (listing: DeskListing, answers: Answers, to: Session['to']) => string | null
  step: (slug: string, answers: Answers, listing: DeskListing) => Step
  /** The submission stays open afterwards. By default the desk opens the next one. */
  stays?: true
  /** The command that undoes this action. `value` is the JSON result of the action's command. */
  undo?: (listing: DeskListing, value: object) => Undo | null
}

/**
 * What the open screen decides on: a pending submission, a proposed change, evidence that no longer
 * holds (corrected in the file of the listing), the undecided claim of a public listing, or a
 * report that a fact of it is wrong.
 */
export type DeskSubject = 'submission' | 'proposal' | 'evidence' | 'claim' | 'report'

/** What there is to decide on a listing that was opened from a filtered list. */
export function subjectOf(
  { status }: Pick<ListingForReview, 'status'>,
  { state }: QueueQuestion,
): DeskSubject {
  if (status === 'pending') return 'submission'
  return ofState[state ?? ''] ?? 'proposal'
}

const ofState: Readonly<Record<string, DeskSubject>> = {
  stale: 'evidence',
  claim_undecided: 'claim',
  reported: 'report',
}

const named = ({ name, domain }: ListingForReview) => `${onOneLine(name)} (${onOneLine(domain)})`

const run = (command: Command, slug: string, values: Values = {}, ...words: string[]): Step => ({
  command,
  words: [slug, ...words],
  values,
})

/** The actions by their keys. */
export const actions: Readonly<Record<string, DeskAction>> = {
  a: {
    label: 'approve',
    on: ['submission'],
    // A claim that is already decided is kept: the key `c` changes it.
    asks: ({ claim_review_status: claim }) =>
      claim === 'submitted'
        ? verdict('Approve, and its claim is:', 'left submitted, to be decided later')
        : [],
    consequence: (listing, [status = '', text = ''], to) =>
      `Approve ${named(listing)}? It becomes public at ${to.listing(listing.slug)}, and its submitter gets a mail.${status ? ` Its claim is ${status}${text ? `: ${text}` : ' still.'}` : ''}`,
    step: (slug, [status = '', text = '']) =>
      run(approve, slug, text === '' ? {} : { claim: status, ...verdictValues(status, text) }),
    undo: ({ slug }, value) => ({
      ...run(undo, slug),
      consequence: `Take the approval of ${slug} back? It is pending again; if the mail has left, its submitter gets another that says so.${'claim_review_status' in value ? ` Its claim stays ${String(value.claim_review_status)}; c changes it.` : ''}`,
    }),
  },
  r: {
    ...explained(reject, 'reject', 'Why is it rejected? Its submitter gets this by mail.'),
    label: 'reject',
    on: ['submission'],
    consequence: (listing, [reason = '']) =>
      `Reject ${named(listing)}? Its submitter gets this by mail: ${reason}`,
    undo: ({ slug }) => ({
      ...run(restore, slug),
      consequence: `Put ${slug} back into the queue? If the mail has left, its submitter gets another that says so.`,
    }),
  },
  v: {
    ...explained(
      revise,
      'revise',
      'What is to be mended? Its submitter gets this by mail, with a link to do so.',
    ),
    label: 'ask for revision',
    on: ['submission'],
    consequence: (listing, [notes = '']) =>
      `Ask the submitter of ${named(listing)} for a revision? This goes by mail: ${notes}`,
    step: (slug, [notes = '']) => run(revise, slug, { notes }),
  },
  c: {
    label: 'claim',
    on: ['submission', 'claim'],
    asks: () =>
      verdict('How does the review of its claim stand?', 'submitted, to be decided again'),
    consequence: (listing, [status = '', text = '']) =>
      `Set the claim of ${named(listing)} to ${status}? ${listing.status === 'approved' ? 'It is public at once, and its' : 'Its'} owner is told${text ? `: ${text}` : '.'}`,
    step: (slug, [status = '', text = '']) => run(claim, slug, verdictValues(status, text), status),
    stays: true,
    undo: (listing) => {
      const { slug, claim_review_status: before } = listing
      const { claim_evidence_summary: evidence, claim_review_notes: notes } = listing
      if (before === null) return null
      const values = { ...(evidence ? { evidence } : {}), ...(notes ? { notes } : {}) }
      const consequence = `Set the claim of ${slug} back to ${before}? Its owner is told.`
      return { ...run(claim, slug, values, before), consequence }
    },
  },
  e: {
    label: 'edit',
    on: ['submission', 'report'],
    asks: (listing) => [
      { kind: 'field', about: 'Which field?' },
      {
        kind: 'text',
        about: ([name = '']) => askField(listing, name),
        initial: ([name = '']) => fieldOf(listing, name)?.value ?? '',
        canBeEmpty: ([name = '']) => fieldOf(listing, name)?.canBeEmpty ?? false,
      },
    ],
    // No confirmation for a pending listing: it is not public.
    consequence: (listing, [name = '', text = '']) =>
      listing.status === 'pending'
        ? null
        : `Set ${name} of ${named(listing)} to ${onOneLine(text)}? It is public at once. The report stays open: d says that it is mended.`,
    step: (slug, [name = '', text = '']) => run(edit, slug, {}, `${name}=${fromEditable(text)}`),
    stays: true,
    undo: ({ slug }, value) => {
      const assignments = formerValues(value)
      return assignments && { ...run(edit, slug, {}, ...assignments), consequence: null }
    },
  },
  d: {
    ...reportAction('mended', () => ({})),
    label: 'mended',
    consequence: (listing) =>
      `Is ${named(listing)} corrected${listing.source_kind === 'curated' ? ` in content/listings/${listing.slug}.yaml` : ''}? The report is closed as mended. ${hears(listing)}.`,
  },
  w: {
    ...reportAction('answered', ([notes = '']) => ({ notes })),
    label: 'answer',
    asks: () => [{ kind: 'text', about: () => 'Why is the listing right? (for the reporter)' }],
    consequence: (listing, [notes = '']) =>
      `Leave ${named(listing)} as it is? ${hears(listing)}: ${notes}`,
  },
  i: {
    ...reportAction('junk', () => ({})),
    label: 'junk',
    // No confirmation: nobody is told, and it can be taken back.
    consequence: () => null,
  },
  y: {
    label: 'accept',
    on: ['proposal'],
    asks: () => [],
    consequence: (listing) =>
      `Accept what is proposed for ${named(listing)}? It is public at once, and its owner gets a mail.`,
    step: (slug) => run(accept, slug),
  },
  x: {
    label: 'accept, with claim',
    on: ['proposal'],
    asks: () => verdict('Accept, and its claim is:'),
    consequence: (listing, [status = '', text = '']) =>
      `Accept what is proposed for ${named(listing)}, and set its claim to ${status}? It is public at once, and its owner gets one mail${text ? `: ${text}` : '.'}`,
    step: (slug, [status = '', text = '']) =>
      run(accept, slug, { claim: status, ...verdictValues(status, text) }),
  },
  n: {
    ...explained(decline, 'decline', 'Why is it declined? Its owner gets this by mail.'),
    label: 'decline',
    on: ['proposal'],
    consequence: (listing, [reason = '']) =>
      `Decline what is proposed for ${named(listing)}? Its owner gets this by mail: ${reason}`,
  },
  t: {
    label: 'take/release',
    on: ['submission', 'proposal', 'claim'],
    asks: () => [],
    consequence: () => null,
    step: (slug, [releases]) => run(releases ? release : take, slug),
    stays: true,
    undo: ({ slug }, value) => {
      const isReleased = 'outcome' in value && value.outcome === 'released'
      return { ...run(isReleased ? take : release, slug), consequence: null }
    },
  },
}

/** The actions on a report. Its first one, the oldest, is the one that they decide on. */
function reportAction(
  state: 'mended' | 'answered' | 'junk',
  values: (answers: Answers) => Values,
): Pick<DeskAction, 'on' | 'asks' | 'step' | 'undo'> {
  return {
    on: ['report'],
    asks: () => [],
    step: (_, answers, { report: one }) => run(report, one?.id ?? '', values(answers), state),
    ...(state === 'junk'
      ? {
          undo: ({ report: one }) =>
            one ? { ...run(report, one.id, {}, 'open'), consequence: null } : null,
        }
      : {}),
  }
}

/** Who hears of a decision on a report. */
const hears = ({ report: one }: DeskListing) =>
  one?.has_email ? 'Its reporter gets a mail' : 'Its reporter left no address'

/** The question and step of an action whose command takes a reason. */
function explained(command: Command, of: Explained, about: string) {
  return {
    asks: (): Question[] => [{ kind: 'reason', about, of }],
    step: (slug: string, [reason = '']: Answers) => run(command, slug, { reason }),
  }
}

/** The questions that decide on a claim. `undecided` labels the choice that leaves it submitted. */
function verdict(about: string, undecided?: string): Question[] {
  const other = undecided ? { key: 's', label: undecided, answers: ['submitted', ''] } : null
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

/** The `field=value` arguments that reverse an edit; null if an old value cannot be written so. */
function formerValues(edited: object): string[] | null {
  const { changes = [] } = edited as {
    changes?: { field: string; from: string | string[] | number | boolean | null }[]
  }
  const hasComma = changes.some(
    ({ from }) => Array.isArray(from) && from.some((entry) => entry.includes(',')),
  )
  if (changes.length === 0 || hasComma) return null
  return changes.map(
    ({ field, from }) => `${field}=${Array.isArray(from) ? from.join(',') : String(from ?? '')}`,
  )
}
