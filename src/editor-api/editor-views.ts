// What the pages of the desk show: the list of what waits, and a case.
import type { Topic } from '#core/topics.ts'
import type { Db } from '#db/connection/connect.ts'
import { listWaitingMails } from '#db/queries/outbox.ts'
import {
  type ListingForReview,
  type QueueRow,
  findForReview,
  listQueue,
  statesBeside,
} from '#db/queries/review-queue.ts'
import { type Taking, findTaking } from '#db/queries/takings.ts'
import { type Change, findOut, lastRevision } from '#desk/findings.ts'
import { type Flag, type NamedLookAlike, findLookAlikes } from '#desk/flags.ts'
import type { Findings } from '#desk/listing-lines.ts'
import { findMarks } from '#desk/marks.ts'
import { findProposal } from '#desk/proposals.ts'
import type { Session } from '#desk/session.ts'
import { readQueue } from '#desk/waiting.ts'
import { decisions } from '#editorial/decisions.ts'
import { undoMinutes } from '#editorial/undo.ts'
import { composeMail } from '#mail/compose.ts'
import { isMailKind } from '#mail/mails.ts'
import type { SearchIndex } from '#search/open-index.ts'
import { search, suggestions } from '#search/search.ts'

/** The most rows of the list. */
const mostRows = 200

/** A row of the list of what waits. */
export interface WaitingRow extends QueueRow {
  /** What its texts and its likeness are marked for, in words. */
  marks: string[]
  /** Who has taken it. */
  editor: string | undefined
}

/**
 * Everything that waits for an editor, in the order of review: submissions, then proposals, stale
 * evidence, claims and reports of public listings.
 */
export async function waitingRows(db: Db): Promise<{ rows: WaitingRow[]; count: number }> {
  const [{ listings, takings }, ...beside] = await Promise.all([
    readQueue(db, {}),
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
export interface Case {
  listing: ListingForReview
  flags: readonly Flag[]
  findings: Findings
  /** What its owner changed in the last revision, or wants to change in public. */
  changes: readonly Change[]
  hasProposal: boolean
  lookAlikes: readonly NamedLookAlike[]
  taking: Taking | undefined
  /** The mails about it that have not left. */
  mails: { subject: string; text: string; leaves: Date }[]
  /** The last decision was the editor's own, minutes ago. */
  canUndo: boolean
}

/** The case of a listing in any status. */
export async function readCase(session: Session, slug: string): Promise<Case | undefined> {
  const { db } = session.backend
  const listing = await findForReview(db, slug)
  if (!listing) return undefined
  const [{ findings, flags }, proposal, lookAlikes, taking, mails] = await Promise.all([
    findOut(session, listing),
    findProposal(db, slug),
    findLookAlikes(db, listing, session.to),
    findTaking(db, slug),
    listWaitingMails(db, slug),
  ])
  const { history } = listing
  const last = history.at(-1)
  const isFresh =
    last !== undefined &&
    session.now().getTime() - new Date(last.at).getTime() < undoMinutes * 60_000
  return {
    listing,
    flags,
    findings,
    changes: proposal?.changes ?? (listing.status === 'pending' ? lastRevision(history) : []),
    hasProposal: proposal !== undefined,
    lookAlikes,
    taking,
    mails: mails.flatMap(({ kind, payload, next_attempt_at: leaves }) => {
      // The links of owners are secret, and were left out.
      const link = `${session.to.site}/…`
      const shown = { ...(payload as unknown as object), manage_url: link, confirm_url: link }
      return isMailKind(kind) ? [{ ...composeMail(kind, shown, ''), leaves }] : []
    }),
    canUndo: isFresh && last.actor === session.actor && Object.hasOwn(decisions, last.action),
  }
}

/**
 * The topics that a submission may belong to, the likeliest first: the most frequent ones of the
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
  return topics.filter(weight).toSorted((a, b) => weight(b) - weight(a))
}
