import type { QueueQuestion, QueueRow, countQueue } from '#db/queries/review-queue.ts'
import type { Taking } from '#db/queries/takings.ts'
import type { Flag, NamedLookAlike } from '#desk/flags.ts'
import type { Findings } from '#desk/listing-lines.ts'
import type { Session } from '#desk/session.ts'
import type { Answers, DeskListing, Undo } from './actions.ts'
import type { Marks } from './marks.ts'

type Mode =
  | { kind: 'list' }
  | { kind: 'listing' }
  | { kind: 'help' }
  /** Shows the undelivered mails. */
  | { kind: 'mails'; lines: readonly string[] }
  /** Shows what the repository of the listing says now. */
  | { kind: 'checked'; lines: readonly string[] }
  | { kind: 'filter' }
  /** A question of an action is open: a menu that waits for a key, or a text to type. */
  | Asking
  | Confirming
  /** The editor chooses the kind and use case that the mail suggests. */
  | { kind: 'fitting'; of: Confirming }
  /** The editor says which look-alike the mail names; then `key` is pressed in the mode before. */
  | { kind: 'which'; before: Asking | Confirming; key: string }

export interface Asking {
  kind: 'asking'
  key: string
  answers: Answers
}

export interface Confirming {
  kind: 'confirming'
  sentence: string
  yes: Effect
  key: string
  answers: Answers
  /** The digits of the canned reasons that the mail contains. */
  chosen: readonly string[]
  /** The kind and the use case that the mail suggests. */
  fit: readonly string[]
  /** Findings speak against it: only `y` confirms. */
  isDespite?: true
}

export interface DeskState {
  mode: Mode
  queue: readonly QueueRow[]
  marks: Marks
  /** Who has taken which listing, by slug. */
  takings: Readonly<Record<string, Taking>>
  narrowed: QueueQuestion
  /** The index of the selected row. */
  at: number
  opened: {
    listing: DeskListing
    findings: Findings
    flags: readonly Flag[]
    /** The public listings that look like it, the nearest first. */
    lookAlikes: readonly NamedLookAlike[]
    /** Which of them the mail names, where an editor had to say it. */
    named?: NamedLookAlike | null
    /** Who has taken it; undefined if nobody has. */
    taking?: Taking | undefined
  } | null
  /** The index of the first visible line of the open submission. */
  scroll: number
  /** The actions of this session, the newest first. */
  done: readonly { text: string; undo: Undo | null }[]
  /** A message that is shown until the next key. */
  message: string | null
  /** What was typed for a field and refused: the next try starts from it. */
  unsaved: { slug: string; answers: Answers } | null
  /** Null until the queue has been read. */
  counts: QueueCounts | null
  /** Sentences about other open work, such as undelivered mails. */
  waiting: readonly string[]
}

type QueueCounts = Awaited<ReturnType<typeof countQueue>>

/** Work that the loop in desk.ts does. Its result is the next event. */
export type Effect =
  | { kind: 'read'; next: string | null }
  | { kind: 'open'; slug: string }
  | { kind: 'act'; key: string; listing: DeskListing; answers: Answers }
  | { kind: 'undo'; undo: Undo; takenBy?: string | undefined }
  | { kind: 'mails' }
  /** Reads the repository of the listing again. */
  | { kind: 'check'; slug: string }
  | { kind: 'browse'; url: string }
  | { kind: 'type'; about: string; initial: string }
  | { kind: 'quit' }

export type Event =
  | { kind: 'key'; name: string }
  | {
      kind: 'read'
      rows: readonly QueueRow[]
      marks: Marks
      takings: DeskState['takings']
      counts: QueueCounts
      waiting: readonly string[]
      next: string | null
    }
  | { kind: 'opened'; slug: string; opened: DeskState['opened'] }
  | { kind: 'mails'; lines: readonly string[] }
  | { kind: 'checked'; lines: readonly string[] }
  /** The text of an answer or of a search; null if the editor cancelled. */
  | { kind: 'typed'; text: string | null }
  | {
      kind: 'taken'
      slug: string
      text: string
      isDone: boolean
      isOver: boolean
      undo: Undo | null
      /** The answers of an edit that was refused. */
      unsaved?: Answers | undefined
    }
  /** Another editor had taken the listing by then, and nothing was done. */
  | { kind: 'held'; effect: Extract<Effect, { kind: 'act' | 'undo' }>; taking: Taking }
  | { kind: 'undone'; slug: string; text: string; isDone: boolean }
  | { kind: 'browsed'; url: string; isOpened: boolean }
  /** Side effects failed after their decisions were reported as done. */
  | { kind: 'late'; problems: readonly string[] }
  /** The database did not answer. */
  | { kind: 'failed'; text: string }

/** The parts of the session that stay the same. */
export type DeskContext = Pick<Session, 'reasons' | 'guide' | 'to' | 'where' | 'actor'> & {
  /** The slugs of all topics. */
  topics: readonly string[]
}

export interface Next {
  state: DeskState
  effect: Effect | null
}

/** The state before the queue is read. */
export const emptyDesk: DeskState = {
  mode: { kind: 'list' },
  queue: [],
  marks: {},
  takings: {},
  narrowed: {},
  at: 0,
  opened: null,
  scroll: 0,
  done: [],
  message: null,
  unsaved: null,
  counts: null,
  waiting: [],
}
