import type { QualificationType } from '#contract/enums.ts'
import type { QueueRow, QueueState } from '#db/review-queue.ts'
import { age, cell, onOneLine } from './terminal-text.ts'

/** The states in words, for lists and filters alike. */
export const stateWords = {
  new: 'new',
  revised: 'revised',
  restored: 'taken back',
  claim_returned: 'claim back',
  revision_asked: 'with owner',
  proposed: 'proposal',
  stale: 'stale',
  claim_undecided: 'undecided',
} as const satisfies Record<QueueState, string>

/** How much waits, and for whom. */
export function countText({ toDecide, withOwner }: { toDecide: number; withOwner: number }) {
  return `${toDecide} to decide · ${withOwner} with owner`
}

const kindWords = {
  agent_native: 'native',
  agent_built: 'built',
  agentic_workflow: 'workflow',
} as const satisfies Record<QualificationType, string>

const name = 24
// age, state and kind with a space behind each, and the name with two.
const slugBegins = 6 + 1 + 10 + 1 + 8 + 1 + name + 2

/** The head of the table of the queue. The slug comes last, so that it is cut last. */
export function queueHead(width: number): string {
  return rowOf(['age', 'state', 'kind', 'name', 'slug'], width)
}

/** One row of it, of exactly so many columns. A mark of one column stands behind the name. */
export function queueLine(
  row: QueueRow,
  { width, now, mark }: { width: number; now: Date; mark?: string | undefined },
): string {
  const kind = row.qualification_type ? kindWords[row.qualification_type] : '-'
  return rowOf(
    [age(row.waits_since, now), stateWords[row.state], kind, onOneLine(row.name), row.slug],
    width,
    mark,
  )
}

function rowOf(
  [age, state, kind, title, slug]: [string, string, string, string, string],
  width: number,
  mark = ' ',
) {
  const cells = [cell(age, 6), cell(state, 10), cell(kind, 8), cell(title, name)]
  return `${cells.join(' ')}${mark} ${cell(slug, Math.max(8, width - slugBegins))}`
}
