import type { QueueRow, QueueState } from '#db/queries/review-queue.ts'
import type { Taking } from '#db/queries/takings.ts'
import { age, onOneLine } from '#authoring/terminal-text.ts'

/** Labels of the queue states. */
export const stateWords = {
  new: 'new',
  revised: 'revised',
  restored: 'taken back',
  claim_returned: 'claim back',
  revision_asked: 'with owner',
  proposed: 'proposal',
  stale: 'stale',
  claim_undecided: 'undecided',
  reported: 'report',
} as const satisfies Record<QueueState, string>

/** The header row of the queue table. */
export function queueHead(): string {
  return rowOf('age', stateAndKind('state', 'kind'), '', 'slug', 'name')
}

/**
 * A row of the queue table. The marks are at most four columns wide. Who has
 * taken the listing stands in place of its state and kind.
 */
export function queueLine(
  { waits_since, state, qualification_type, name, slug }: QueueRow,
  {
    now,
    mark,
    taking,
    actor,
  }: {
    now: Date
    mark: string
    taking?: Taking | undefined
    /** The editor who reads the line. */
    actor: string
  },
): string {
  // `agent_native` is "native", and `agentic_workflow` "workflow".
  const kind = qualification_type?.split('_')[1] ?? '-'
  const how = taking
    ? `(${taking.editor === actor ? 'you' : onOneLine(taking.editor)}, ${age(taking.taken_at, now)})`
    : stateAndKind(stateWords[state], kind)
  return rowOf(age(waits_since, now), how, mark, slug, onOneLine(name))
}

const stateAndKind = (state: string, kind: string) => `${state.padEnd(10)} ${kind.padEnd(8)}`

// The name is last, since nobody knows how wide a terminal draws it.
function rowOf(age: string, how: string, mark: string, slug: string, name: string) {
  return `${age.padEnd(6)} ${how.padEnd(19)} ${mark.padEnd(4)} ${slug.padEnd(24)} ${name}`
}

/** A sentence that says who has taken a listing, and when. */
export function takingText({ editor, taken_at }: Taking, now: Date): string {
  return `Taken by ${onOneLine(editor)}, ${age(taken_at, now)} ago.`
}
