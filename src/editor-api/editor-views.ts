// What the pages of the desk show: the list of what waits, and a case.
import type { Topic } from '#core/topics.ts'
import type { Db } from '#db/connection/connect.ts'
import { listWaitingMails } from '#db/queries/outbox.ts'
import {
  type ListingForReview,
  findForReview,
  listQueue,
  statesBeside,
} from '#db/queries/review-queue.ts'
import { findTaking, listTakings } from '#db/queries/takings.ts'
import { findUndo } from '#db/queries/undos.ts'
import { findChanges, findOut } from '#desk/findings.ts'
import { findLookAlikes } from '#desk/flags.ts'
import { findMarks } from '#desk/marks.ts'
import type { Session } from '#desk/session.ts'
import { undoMinutes } from '#editorial/undo.ts'
import { composeMail } from '#mail/compose.ts'
import { isMailKind } from '#mail/mails.ts'
import type { SearchIndex } from '#search/open-index.ts'
import { search, suggestions } from '#search/search.ts'

/** The most rows of the list. */
const mostRows = 200

/** A row of the list of what waits. */
export type WaitingRow = Awaited<ReturnType<typeof waitingRows>>['rows'][number]

/**
 * Everything that waits for an editor, in the order of review: submissions, then proposals, stale
 * evidence, claims and reports of public listings.
 */
export async function waitingRows(db: Db) {
  const [listings, takings, ...beside] = await Promise.all([
    listQueue(db),
    listTakings(db),
    ...statesBeside.map((state) => listQueue(db, { state })),
  ])
  const all = [...listings, ...beside.flat()]
  const marks = await findMarks(db, listings.slice(0, mostRows))
  const rows = all.slice(0, mostRows).map((row) => ({
    ...row,
    marks: (marks[row.slug] ?? []).map((kind) => kind.replaceAll('_', ' ')),
    editor: takings[row.slug]?.editor,
  }))
  return { rows, count: all.length }
}

/** A listing with everything that an editor needs to decide on it. */
export type Case = NonNullable<Awaited<ReturnType<typeof readCase>>>

/** The case of a listing in any status. */
export async function readCase(session: Session, slug: string) {
  const { db } = session.backend
  const listing = await findForReview(db, slug)
  if (!listing) return undefined
  const [{ findings, flags }, changes, lookAlikes, taking, mails, undo] = await Promise.all([
    findOut(session, listing),
    findChanges(db, listing),
    findLookAlikes(db, listing, session.to),
    findTaking(db, slug),
    waitingMails(session, slug),
    findUndo(db, slug, { actor: session.actor, minutes: undoMinutes }),
  ])
  return {
    listing,
    flags,
    findings,
    changes: changes ?? [],
    hasProposal: listing.status === 'approved' && changes !== undefined,
    lookAlikes,
    taking,
    mails,
    canUndo: undo !== undefined,
  }
}

/** The mails about a listing that have not left, without the secret links of owners. */
async function waitingMails({ backend, to }: Session, slug: string) {
  const { template } = await backend.mailer()
  const mails = await listWaitingMails(backend.db, slug)
  const link = `${to.site}/…`
  const composed = mails.map(async ({ kind, payload, next_attempt_at: leaves }) => {
    if (!isMailKind(kind)) return []
    const shown = { ...(payload as unknown as object), manage_url: link, confirm_url: link }
    return [{ ...composeMail(kind, shown, await template(kind)), leaves }]
  })
  return (await Promise.all(composed)).flat()
}

/**
 * All topics, those first to which a submission likely belongs: the most frequent ones of the
 * listings that the search finds for its description.
 */
export function likelyTopics(
  { index, topics }: { index: SearchIndex; topics: readonly Topic[] },
  { name, description, overview }: ListingForReview,
): Topic[] {
  const text = `${description} ${name} ${overview ?? ''}`.slice(0, 200)
  const wanted = { kind: 'product', limit: 12 } as const
  const found = [...search(index, text, wanted), ...suggestions(index, text, wanted)]
  const weights = new Map<string, number>()
  for (const [rank, entry] of found.entries())
    for (const slug of entry.topics) weights.set(slug, (weights.get(slug) ?? 0) + 1 / (rank + 1))
  const weight = ({ slug }: Topic) => weights.get(slug) ?? 0
  return topics.toSorted((a, b) => weight(b) - weight(a))
}
