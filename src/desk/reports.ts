import { hasListing, listHistory } from '#db/queries/history.ts'
import { rebuildState } from '#db/queries/rebuilds.ts'
import { type Stats, readStats } from '#db/queries/stats.ts'
import type { Command } from './session.ts'
import { entryLine } from './listing-lines.ts'
import { stateText } from './rebuild.ts'
import { type Reasons, keysIn } from './reasons.ts'
import { done, refused } from './tell.ts'
import { age, onOneLine } from '#authoring/terminal-text.ts'

export const history: Command = {
  about: 'who did what, the newest first: to one listing, or to all',
  optional: 'slug',
  options: ['limit', 'actor', 'since'],
  check: (_, { since }) =>
    since === undefined || isMoment(since)
      ? undefined
      : `--since is a day or a time, such as 2026-12-24 or 2026-12-24T18:00Z, not ${JSON.stringify(since)}.`,
  run: async (session, [slug]) => {
    const { backend, values } = session
    const { actor, since } = values
    const limit = Number(values.limit ?? 20)
    if (slug !== undefined && !(await hasListing(backend.db, slug)))
      return refused(session, { outcome: 'unknown', slug })
    // One more than is shown tells that there are more.
    const found = await listHistory(backend.db, {
      ...(slug === undefined ? {} : { slug }),
      ...(actor === undefined ? {} : { actor }),
      ...(since === undefined ? {} : { since: new Date(since) }),
      limit: limit + 1,
    })
    const entries = found.slice(0, limit)
    const isCut = found.length > limit
    const isNarrowed = (slug ?? actor ?? since) !== undefined
    const nothing = isNarrowed ? 'Nothing of that was done.' : 'Nothing was done yet.'
    const more = `There is more before these ${limit}: --limit ${limit * 10} shows it.`
    const lines = [...entries.map(entryLine), ...(isCut ? [more] : [])]
    return done(session, { entries, is_cut: isCut }, lines.join('\n') || nothing)
  },
}

function isMoment(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?$/.test(text) &&
    !Number.isNaN(Date.parse(text))
  )
}

export const stats: Command = {
  about: 'how the work stands: queue, decisions, mails, builds',
  options: [],
  run: async (session) => {
    const { db } = session.backend
    const now = session.now()
    const [figures, rebuild] = await Promise.all([readStats(db, now), rebuildState(db)])
    const rejections = byKey(figures.rejections, session.reasons)
    const text = `${statsText({ ...figures, rejections }, now)}\n${stateText(rebuild)}`
    return done(session, { ...figures, rejections, rebuild }, text)
  },
}

/** How often a reason was given; by the editors who gave it. */
interface ReasonCount {
  /** The key of a canned reason; null for words of an editor. */
  key: string | null
  count: number
  editors: Record<string, number>
}

/** Counts the rejections by the keys of their reasons. A mail with two reasons counts for both. */
function byKey(rejections: Stats['rejections'], reasons: Reasons): ReasonCount[] {
  const counts = new Map<string | null, ReasonCount>()
  for (const { reason, actor, count } of rejections) {
    const keys = keysIn(reasons.reject ?? [], reason)
    for (const key of keys.length > 0 ? keys : [null]) {
      const sum = counts.get(key) ?? { key, count: 0, editors: {} }
      const editors = { ...sum.editors, [actor]: (sum.editors[actor] ?? 0) + count }
      counts.set(key, { key, count: sum.count + count, editors })
    }
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)
}

function statsText(
  stats: Omit<Stats, 'rejections'> & { rejections: ReasonCount[] },
  now: Date,
): string {
  const { queue, decisions, median_hours, rejections, outbox } = stats
  return [
    `${queue.pending} pending${queue.oldest ? `, the oldest for ${age(queue.oldest, now)}` : ''}.`,
    'Decisions                   7 days  30 days',
    ...decisions.map(
      ({ action, days7, days30 }) =>
        `  ${action.padEnd(24)}  ${String(days7).padStart(6)}  ${String(days30).padStart(7)}`,
    ),
    median_hours === null
      ? 'No submission was decided on in 30 days.'
      : `Half of the submissions were decided on within ${hours(median_hours)} (30 days).`,
    ...(rejections.length > 0 ? ['Rejected in 30 days because:'] : []),
    ...rejections.map(
      ({ key, count, editors }) =>
        `  ${String(count).padStart(4)} | ${(key ?? 'words of their own').padEnd(20)} ${Object.entries(
          editors,
        )
          .map(([actor, some]) => `${onOneLine(actor)} ${some}`)
          .join(', ')}`,
    ),
    `Mails: ${outbox.waiting} wait, ${outbox.failed} failed so far${outbox.due_since ? `; one is due for ${age(outbox.due_since, now)}` : ''}.`,
  ].join('\n')
}

function hours(count: number): string {
  return count < 48 ? `${count.toFixed(1)} h` : `${(count / 24).toFixed(1)} d`
}
