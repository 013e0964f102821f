import type { ListingForReview, QueueQuestion, QueueRow, countQueue } from '#db/review-queue.ts'
import type { Findings } from '#desk/listing-lines.ts'
import type { Session } from '#desk/session.ts'
import type { Answers, Undo } from './actions.ts'
import type { Marks } from './marks.ts'

type Mode =
  | { kind: 'list' }
  | { kind: 'listing' }
  | { kind: 'help' }
  /** The undelivered mails. */
  | { kind: 'mails'; lines: readonly string[] }
  | { kind: 'filter' }
  /** A question of an action: a menu waits for a key, a text for a line. */
  | { kind: 'asking'; key: string; answers: Answers }
  | Confirming
  /** The editor chooses the kind and use case that the reasons name. */
  | { kind: 'fitting'; of: Confirming }

export interface Confirming {
  kind: 'confirming'
  sentence: string
  yes: Effect
  key: string
  answers: Answers
  /** The digits of the canned reasons in its text. */
  chosen: readonly string[]
  /** The kind and the use case that its text names. */
  fit: readonly string[]
}

export interface DeskState {
  mode: Mode
  queue: readonly QueueRow[]
  marks: Marks
  narrowed: QueueQuestion
  /** The index of the marked row. */
  at: number
  opened: {
    listing: ListingForReview
    findings: Findings
    /** The most similar public listing. */
    lookAlike: string | null
  } | null
  /** The first line of the submission on the screen. */
  scroll: number
  /** The newest first. */
  done: readonly { text: string; undo: Undo | null }[]
  /** Shown until the next key. */
  message: string | null
  /** Null until the queue is read. */
  counts: QueueCounts | null
  /** Sentences about work beside the queue. */
  waiting: readonly string[]
}

type QueueCounts = Awaited<ReturnType<typeof countQueue>>

/** Work of the loop; its result is the next event. */
export type Effect =
  | { kind: 'read'; next: string | null }
  | { kind: 'open'; slug: string }
  | { kind: 'act'; key: string; listing: ListingForReview; answers: Answers }
  | { kind: 'undo'; undo: Undo }
  | { kind: 'mails' }
  | { kind: 'type'; about: string; initial: string }
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
  /** An answer to a question, or else a search. Null when the editor cancelled. */
  | { kind: 'typed'; text: string | null }
  | {
      kind: 'taken'
      slug: string
      text: string
      isDone: boolean
      isOver: boolean
      undo: Undo | null
    }
  | { kind: 'undone'; slug: string; text: string; isDone: boolean }
  /** Problems after decisions that were already reported as done. */
  | { kind: 'late'; problems: readonly string[] }
  /** The database did not answer. */
  | { kind: 'failed'; text: string }

/** The parts of the session that never change. */
export type DeskContext = Pick<Session, 'reasons' | 'guide' | 'to' | 'where'>

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
