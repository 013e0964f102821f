import { lookAlikesAmong } from '#core/look-alikes.ts'
import type { Db } from '#db/connection/connect.ts'
import { type QueueRow, listForLikeness, listOwnersTexts } from '#db/queries/review-queue.ts'
import { type FlagKind, flagKinds, similarityKind, textFlags } from '#desk/flags.ts'

/**
 * Marks for rows of the queue that need attention. The screen of the submission has the details.
 */
export const markWords = {
  '!': 'doubtful name or letters',
  '>': 'speaks to models',
  $: 'advertising, claims',
  '=': 'looks like another',
} as const satisfies Record<string, string>

/** The marks of each listing by slug, as one text. */
export type Marks = Readonly<Record<string, string>>

/** The kinds of findings that have a mark, of each listing by slug. */
type MarkedKinds = Readonly<Record<string, readonly FlagKind[]>>

/** The most comparisons of one call, which take about half a second. */
const mostComparisons = 100_000

/**
 * Finds what queue rows are marked for, by their texts and by comparing them with other listings,
 * and caches it. Each call makes a limited number of comparisons, so a long queue is marked over
 * several calls.
 */
export function createMarks(db: Db) {
  const known = new Map<string, readonly FlagKind[]>()
  const keyOf = ({ slug, version }: QueueRow) => JSON.stringify([slug, version])
  return async (rows: readonly QueueRow[]): Promise<MarkedKinds> => {
    const unknown = rows.filter((row) => !known.has(keyOf(row)))
    const listed = unknown.length > 0 ? await listForLikeness(db, '') : []
    const lookAlikes = lookAlikesAmong(listed)
    const most = Math.max(1, Math.floor(mostComparisons / (listed.length + 1)))
    const marking = unknown.slice(0, most)
    const texts = await listOwnersTexts(
      db,
      marking.map(({ slug }) => slug),
    )
    for (const row of marking) {
      const own = texts.find(({ slug }) => slug === row.slug)
      const ofTexts = (own ? textFlags(own) : []).map(({ kind }) => kind)
      const similar = lookAlikes({ ...row, ...own }).map(({ because }) => similarityKind(because))
      const kinds = new Set([...ofTexts, ...similar])
      known.set(
        keyOf(row),
        [...kinds].filter((kind) => flagKinds[kind].mark !== null),
      )
    }
    return Object.fromEntries(
      rows.flatMap((row) => {
        const kinds = known.get(keyOf(row))
        return kinds ? [[row.slug, kinds]] : []
      }),
    )
  }
}

/** The marks that the rows of these listings show. */
export function marksOf(kinds: MarkedKinds): Marks {
  return Object.fromEntries(
    Object.entries(kinds).map(([slug, some]) => [
      slug,
      Object.keys(markWords)
        .filter((mark) => some.some((kind) => flagKinds[kind].mark === mark))
        .join(''),
    ]),
  )
}

/** What the marks of these rows mean. */
export function legendOf(rows: readonly QueueRow[], marks: Marks): string[] {
  return Object.entries(markWords)
    .filter(([mark]) => rows.some(({ slug }) => marks[slug]?.includes(mark)))
    .map(([mark, about]) => `${mark} ${about}`)
}
