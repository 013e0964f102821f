import { lookAlikes } from '#core/look-alikes.ts'
import { suspicions } from '#core/suspicious-text.ts'
import type { Db } from '#db/connect.ts'
import { type QueueRow, listForLikeness } from '#db/review-queue.ts'

/** What a row of the list can be marked with. A hint: the submission says why. */
export const markWords = {
  '!': 'a name to look at twice',
  '=': 'looks like another',
} as const satisfies Record<string, string>

type Mark = keyof typeof markWords

/** The marks of the rows that have one, by slug. */
export type Marks = Readonly<Record<string, Mark>>

/** About half a second of work, the first time that a list is read. */
const mostComparisons = 12_000

/**
 * Marks rows by their names and domains, and remembers each. Of a long queue, or of one beside many
 * listings, only the first are compared, and the next whenever it is read again.
 */
export function createMarks(db: Db) {
  const known = new Map<string, Mark | null>()
  const keyOf = ({ slug, name, domain }: QueueRow) => JSON.stringify([slug, name, domain])
  return async (rows: readonly QueueRow[]): Promise<Marks> => {
    const unknown = rows.filter((row) => !known.has(keyOf(row)))
    const listed = unknown.length > 0 ? await listForLikeness(db, '') : []
    // By name and domain alone: comparing texts takes eight times as long.
    const others = listed.map(({ slug, name, domain, status }) => ({ slug, name, domain, status }))
    const most = Math.max(1, Math.floor(mostComparisons / (others.length + 1)))
    for (const row of unknown.slice(0, most)) known.set(keyOf(row), markOf(row, others))
    return Object.fromEntries(
      rows.flatMap((row) => {
        const mark = known.get(keyOf(row))
        return mark ? [[row.slug, mark]] : []
      }),
    )
  }
}

function markOf(row: QueueRow, others: Parameters<typeof lookAlikes>[1]): Mark | null {
  if (suspicions('name', row.name).length > 0) return '!'
  return lookAlikes(row, others).length > 0 ? '=' : null
}
