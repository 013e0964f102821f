import { lookAlikes } from '#core/look-alikes.ts'
import type { Db } from '#db/connect.ts'
import { type QueueRow, listForLikeness, listOwnersTexts } from '#db/review-queue.ts'
import { flagKinds, textFlags } from '#desk/flags.ts'

/**
 * Marks for rows of the queue that need attention. The screen of the submission has the details.
 */
export const markWords = {
  '!': 'a name to look at twice',
  '>': 'speaks to models or editors',
  $: 'advertising, claims, requests',
  '=': 'looks like another',
} as const satisfies Record<string, string>

/** The marks of each listing by slug, as one text. */
export type Marks = Readonly<Record<string, string>>

/** The most comparisons of one call, which take about half a second. */
const mostComparisons = 12_000

/**
 * Marks queue rows by their texts, and by comparing names and domains with other listings, and
 * caches the marks. Each call makes a limited number of comparisons, so a long queue is marked over
 * several calls.
 */
export function createMarks(db: Db) {
  const known = new Map<string, string>()
  const keyOf = ({ slug, version }: QueueRow) => JSON.stringify([slug, version])
  return async (rows: readonly QueueRow[]): Promise<Marks> => {
    const unknown = rows.filter((row) => !known.has(keyOf(row)))
    const listed = unknown.length > 0 ? await listForLikeness(db, '') : []
    // Compares without descriptions: with them it would take eight times as long.
    const others = listed.map(({ slug, name, domain, status }) => ({ slug, name, domain, status }))
    const most = Math.max(1, Math.floor(mostComparisons / (others.length + 1)))
    const marking = unknown.slice(0, most)
    const texts = await listOwnersTexts(
      db,
      marking.map(({ slug }) => slug),
    )
    for (const row of marking) {
      const own = texts.find(({ slug }) => slug === row.slug)
      const found = new Set<string | null>(
        (own ? textFlags(own) : []).map(({ kind, field }) =>
          field === 'name' ? '!' : flagKinds[kind].mark,
        ),
      )
      if (lookAlikes(row, others).length > 0) found.add('=')
      const marks = Object.keys(markWords).filter((mark) => found.has(mark))
      known.set(keyOf(row), marks.join(''))
    }
    return Object.fromEntries(
      rows.flatMap((row) => {
        const marks = known.get(keyOf(row))
        return marks ? [[row.slug, marks]] : []
      }),
    )
  }
}
