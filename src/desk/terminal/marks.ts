import { lookAlikes } from '#core/look-alikes.ts'
import { suspicions } from '#core/suspicious-text.ts'
import type { Db } from '#db/connect.ts'
import { type QueueRow, listForLikeness } from '#db/review-queue.ts'

/**
 * Marks for rows of the queue that need attention. The screen of the submission has the details.
 */
export const markWords = {
  '!': 'a name to look at twice',
  '=': 'looks like another',
} as const satisfies Record<string, string>

type Mark = keyof typeof markWords

/** The mark of each listing by slug. */
export type Marks = Readonly<Record<string, Mark>>

/** The most comparisons of one call, which take about half a second. */
const mostComparisons = 12_000

/**
 * Marks queue rows by comparing names and domains with other listings, and caches the marks. Each
 * call makes a limited number of comparisons, so a long queue is marked over several calls.
 */
export function createMarks(db: Db) {
  const known = new Map<string, Mark | null>()
  const keyOf = ({ slug, name, domain }: QueueRow) => JSON.stringify([slug, name, domain])
  return async (rows: readonly QueueRow[]): Promise<Marks> => {
    const unknown = rows.filter((row) => !known.has(keyOf(row)))
    const listed = unknown.length > 0 ? await listForLikeness(db, '') : []
    // Compares without descriptions: with them it would take eight times as long.
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
