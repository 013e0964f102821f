import type { ListingForReview, QueueQuestion, QueueRow, countQueue } from '#db/review-queue.ts'
import type { Findings } from '#desk/listing-lines.ts'
import type { Guide } from '#desk/guide-lines.ts'
import type { Reasons } from '#desk/reasons.ts'
import type { Session } from '#desk/session.ts'
import type { Answers, DeskActions, Undo } from './actions.ts'
import type { Marks } from './marks.ts'

/** What the desk waits for. */
type Mode =
  | { kind: 'list' }
  | { kind: 'listing' }
  | { kind: 'help' }
  /** What was not delivered, and why. */
  | { kind: 'mails'; lines: readonly string[] }
  | { kind: 'filter' }
  /** An action asks; a menu waits for a key, a text for a line. */
  | { kind: 'asking'; key: string; answers: Answers }
  | Confirming
  /** What fits is chosen, which the reasons that are confirmed then name. */
  | { kind: 'fitting'; of: Confirming }

export interface Confirming {
  kind: 'confirming'
  sentence: string
  yes: Effect
  key: string
  answers: Answers
  /** The digits of the canned reasons that its text is made of. */
  chosen: readonly string[]
  /** The kind and the use case that its text names as what fits. */
  fit: readonly string[]
}

export interface DeskState {
  mode: Mode
  queue: readonly QueueRow[]
  marks: Marks
  narrowed: QueueQuestion
  /** The row of the list. */
  at: number
  opened: {
    listing: ListingForReview
    findings: Findings
    /** The public listing that looks like it most. */
    lookAlike: string | null
  } | null
  /** The first line of the submission that is on the screen. */
  scroll: number
  /** What was just done, the newest first. */
  done: readonly { text: string; undo: Undo | null }[]
  /** What was not done, or what nobody could do; until the next key. */
  message: string | null
  /** How much of the whole queue waits for an editor, and how much for its owner; null unread. */
  counts: QueueCounts | null
  /** What waits beside the queue. */
  waiting: readonly string[]
}

type QueueCounts = Awaited<ReturnType<typeof countQueue>>

/** What the loop does for the desk; what came of it is the next event. */
export type Effect =
  | { kind: 'read'; next: string | null }
  | { kind: 'open'; slug: string }
  | { kind: 'act'; key: string; listing: ListingForReview; answers: Answers }
  | { kind: 'undo'; undo: Undo }
  | { kind: 'mails' }
  | { kind: 'type'; about: string; initial: string; for: 'search' | 'answer' }
  | { kind: 'quit' }

export type Event =
  | { kind: 'key'; name: string }
  | {
      kind: 'read'
      rows: readonly QueueRow[]
      marks: Marks
      counts: QueueCounts
      waiting: readonly string[]
      next: string | null
    }
  | { kind: 'opened'; slug: string; opened: DeskState['opened'] }
  | { kind: 'mails'; lines: readonly string[] }
  /** Null when the editor went back. */
  | { kind: 'typed'; text: string | null; for: 'search' | 'answer' }
  | {
      kind: 'taken'
      slug: string
      text: string
      isDone: boolean
      isOver: boolean
      undo: Undo | null
    }
  | { kind: 'undone'; slug: string; text: string; isDone: boolean }
  /** What went wrong after decisions that were told already. */
  | { kind: 'late'; problems: readonly string[] }
  /** The database did not answer. */
  | { kind: 'failed'; text: string }

/** What the desk knows and never changes. */
export interface DeskContext {
  actions: DeskActions
  reasons: Reasons
  guide: Guide
  to: Session['to']
}

export interface Next {
  state: DeskState
  effect: Effect | null
}

/** A desk before anything was read. */
export const emptyDesk: DeskState = {
  mode: { kind: 'list' },
  queue: [],
  marks: {},
  narrowed: {},
  at: 0,
  opened: null,
  scroll: 0,
  done: [],
  message: null,
  counts: null,
  waiting: [],
}
