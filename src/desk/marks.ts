import { lookAlikesAmong } from '#core/look-alikes.ts'
import type { Db } from '#db/connection/connect.ts'
import { type QueueRow, listForLikeness, listOwnersTexts } from '#db/queries/review-queue.ts'
import { type FlagKind, flagKinds, similarityKind, textFlags } from './flags.ts'

/** Marks for rows of the queue that need attention; `show` has the details. */
const markWords = {
  '!': 'doubtful name or letters',
  '>': 'speaks to models',
  $: 'advertising, claims',
  '=': 'looks like another',
} as const satisfies Record<string, string>

/** The marks of each listing by slug, as one text. */
type Marks = Readonly<Record<string, string>>

/** The kinds of findings that have a mark, of each listing by slug. */
type MarkedKinds = Readonly<Record<string, readonly FlagKind[]>>

/** The most comparisons, which take about half a second. */
const mostComparisons = 100_000

/**
 * Finds what queue rows are marked for, by their texts and by comparing them with other listings.
 * The number of comparisons is limited, so the end of a long queue is not marked.
 */
export async function findMarks(db: Db, rows: readonly QueueRow[]): Promise<MarkedKinds> {
  if (rows.length === 0) return {}
  const listed = await listForLikeness(db, '')
  const lookAlikes = lookAlikesAmong(listed)
  const marking = rows.slice(0, Math.max(1, Math.floor(mostComparisons / (listed.length + 1))))
  const texts = await listOwnersTexts(
    db,
    marking.map(({ slug }) => slug),
  )
  return Object.fromEntries(
    marking.map((row) => {
      const own = texts.find(({ slug }) => slug === row.slug)
      const ofTexts = (own ? textFlags(own) : []).map(({ kind }) => kind)
      const similar = lookAlikes({ ...row, ...own }).map(({ because }) => similarityKind(because))
      const kinds = [...new Set([...ofTexts, ...similar])]
      return [row.slug, kinds.filter((kind) => flagKinds[kind].mark !== null)]
    }),
  )
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
