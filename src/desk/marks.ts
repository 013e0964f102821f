import { lookAlikesAmong } from '#core/look-alikes.ts'
import type { Db } from '#db/connection/connect.ts'
import { type QueueRow, listForLikeness, listOwnersTexts } from '#db/queries/review-queue.ts'
import { type FlagKind, flagKinds, similarityKind, textFlags } from './flags.ts'

/** The most comparisons, which take about half a second. */
const mostComparisons = 100_000

/**
 * Finds what queue rows are marked for, by their texts and by comparing them with other listings.
 * The number of comparisons is limited, so the end of a long queue is not marked.
 */
export async function findMarks(db: Db, rows: readonly QueueRow[]) {
  const listed = await listForLikeness(db, '')
  const lookAlikes = lookAlikesAmong(listed)
  const marking = rows.slice(0, Math.max(1, Math.floor(mostComparisons / (listed.length + 1))))
  const slugs = marking.map(({ slug }) => slug)
  const texts = await listOwnersTexts(db, slugs)
  const found = marking.map((row) => {
    const own = texts.find(({ slug }) => slug === row.slug)
    const ofTexts = (own ? textFlags(own) : []).map(({ kind }) => kind)
    const similar = lookAlikes({ ...row, ...own }).map(similarityKind)
    const kinds = [...new Set([...ofTexts, ...similar])]
    return [row.slug, kinds.filter((kind) => flagKinds[kind].mark !== null)] as const
  })
  return Object.fromEntries(found)
}

/** The marks of a row for findings of these kinds. */
export function marksOf(kinds: readonly FlagKind[] = []): string {
  // In this order; the help of `queue` says what each means.
  const marks = ['!', '>', '$', '=']
  return marks.filter((mark) => kinds.some((kind) => flagKinds[kind].mark === mark)).join('')
}
