import { lookAlikes } from '#core/look-alikes.ts'
import { suspicions } from '#core/suspicious-text.ts'
import type { Db } from '#db/connect.ts'
import { type QueueRow, listForLikeness } from '#db/review-queue.ts'

/** The marks of rows: hints, which the screen of the submission explains. */
export const markWords = {
  '!': 'a name to look at twice',
  '=': 'looks like another',
} as const satisfies Record<string, string>

type Mark = keyof typeof markWords

/** Marks by slug. */
export type Marks = Readonly<Record<string, Mark>>

/** About half a second of work. */
const mostComparisons = 12_000

/**
 * Marks rows by their names and domains, and caches the marks. The comparisons of one call are
 * limited: more rows of a long queue are marked whenever it is read again.
 */
export function createMarks(db: Db) {
  const known = new Map<string, Mark | null>()
  const keyOf = ({ slug, name, domain }: QueueRow) => JSON.stringify([slug, name, domain])
  return async (rows: readonly QueueRow[]): Promise<Marks> => {
    const unknown = rows.filter((row) => !known.has(keyOf(row)))
    const listed = unknown.length > 0 ? await listForLikeness(db, '') : []
    // Without the descriptions, which take eight times as long to compare.
    const others = listed.map(({ slug, name, domain, status }) => ({ slug, name, domain, status }))
    const most = Math.max(1, Math.floor(mostComparisons / (others.length + 1)))
    for (const row of unknown.slice(0, most)) {
      const mark = lookAlikes(row, others).length > 0 ? '=' : null
      known.set(keyOf(row), suspicions('name', row.name).length > 0 ? '!' : mark)
    }
    return Object.fromEntries(
      rows.flatMap((row) => {
        const mark = known.get(keyOf(row))
        return mark ? [[row.slug, mark]] : []
      }),
    )
  }
}
