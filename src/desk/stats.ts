import { type RebuildState, rebuildState } from '#db/rebuilds.ts'
import { type Stats, readStats } from '#db/stats.ts'
import type { Command } from './arguments.ts'
import { stateText } from './rebuild.ts'
import { age, onOneLine } from './terminal-text.ts'

export const stats: Command = {
  about: 'how the work stands: queue, decisions, mails, builds',
  options: [],
  run: async ({ backend, print, now }) => {
    const moment = now()
    const [stats, rebuild] = await Promise.all([
      readStats(backend.db, moment),
      rebuildState(backend.db),
    ])
    print({ ...stats, rebuild }, statsText(stats, rebuild, moment))
    return 0
  },
}

function statsText(stats: Stats, rebuild: RebuildState, now: Date): string {
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
    stateText(rebuild),
  ].join('\n')
}

function hours(count: number): string {
  return count < 48 ? `${count.toFixed(1)} h` : `${(count / 24).toFixed(1)} d`
}
