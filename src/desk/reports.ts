import { hasListing, listHistory } from '#db/history.ts'
import { listQuestions } from '#db/questions.ts'
import { rebuildState } from '#db/rebuilds.ts'
import { type Stats, readStats } from '#db/stats.ts'
import type { Command } from './arguments.ts'
import { entryLine } from './listing-lines.ts'
import { stateText } from './rebuild.ts'
import { done, refused } from './tell.ts'
import { age, onOneLine } from './terminal-text.ts'

export const history: Command = {
  about: 'who did what, the newest first: to one listing, or to all',
  optional: 'slug',
  options: ['limit', 'actor', 'since'],
  check: (_, { since }) =>
    since === undefined || dayOf(since)
      ? undefined
      : `--since is a day such as 2026-12-24, not ${JSON.stringify(since)}.`,
  run: async (session, [slug]) => {
    const { backend, values } = session
    if (slug !== undefined && !(await hasListing(backend.db, slug)))
      return refused(session, { outcome: 'unknown', slug })
    const entries = await listHistory(backend.db, {
      ...(slug === undefined ? {} : { slug }),
      ...(values.actor === undefined ? {} : { actor: values.actor }),
      since: dayOf(values.since ?? ''),
      limit: Number(values.limit ?? 20),
    })
    return done(session, { entries }, entries.map(entryLine).join('\n') || 'Nothing was done yet.')
  },
}

function dayOf(text: string): Date | undefined {
  const day = new Date(text)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(day.getTime()) ? day : undefined
}

/** The database keeps logged questions for this many days. */
const mostDays = 90
const dayMs = 86_400_000

export const questions: Command = {
  about: 'what was asked and found nothing, the most asked first',
  more: 'Nobody knows who asked. content/topics.yaml grows from it; its head says how.',
  options: ['days', 'limit'],
  run: async (session) => {
    const { backend, values, now } = session
    const days = Math.min(mostDays, Number(values.days ?? 30))
    const since = new Date(now().getTime() - (days - 1) * dayMs).toISOString().slice(0, 10)
    const found = await listQuestions(backend.db, { since, limit: Number(values.limit ?? 20) })
    const lines = found.map(
      ({ question, count, doors, last }) =>
        `${String(count).padStart(6)}  ${last}  ${doors.join(', ').padEnd(15)}  ${onOneLine(question)}`,
    )
    const text = lines.join('\n') || `No question was left without an answer since ${since}.`
    return done(session, { since, questions: found }, text)
  },
}

export const stats: Command = {
  about: 'how the work stands: queue, decisions, mails, builds',
  options: [],
  run: async (session) => {
    const { db } = session.backend
    const now = session.now()
    const [figures, rebuild] = await Promise.all([readStats(db, now), rebuildState(db)])
    const text = `${statsText(figures, now)}\n${stateText(rebuild)}`
    return done(session, { ...figures, rebuild }, text)
  },
}

function statsText(stats: Stats, now: Date): string {
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
      ({ reason, count }) => `  ${String(count).padStart(4)} | ${onOneLine(reason)}`,
    ),
    `Mails: ${outbox.waiting} wait, ${outbox.failed} failed so far${outbox.due_since ? `; one is due for ${age(outbox.due_since, now)}` : ''}.`,
  ].join('\n')
}

function hours(count: number): string {
  return count < 48 ? `${count.toFixed(1)} h` : `${(count / 24).toFixed(1)} d`
}
