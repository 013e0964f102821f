import { listQuestions } from '#db/questions.ts'
import type { Command } from './arguments.ts'
import { onOneLine } from './terminal-text.ts'

/** As long as they are kept. */
const mostDays = 90
const fewestDays = 30
const dayMs = 86_400_000

export const questions: Command = {
  about: 'what was asked and found nothing, the most asked first',
  more: 'Nobody knows who asked. content/topics.yaml grows from it; its head says how.',
  options: ['days', 'limit'],
  run: async ({ backend, values, print, now }) => {
    const days = Math.min(mostDays, Number(values.days ?? fewestDays))
    const since = new Date(now().getTime() - (days - 1) * dayMs).toISOString().slice(0, 10)
    const found = await listQuestions(backend.db, { since, limit: Number(values.limit ?? 20) })
    const lines = found.map(
      ({ question, count, doors, last }) =>
        `${String(count).padStart(6)}  ${last}  ${doors.join(', ').padEnd(15)}  ${onOneLine(question)}`,
    )
    print(
      { since, questions: found },
      lines.join('\n') || `No question was left without an answer since ${since}.`,
    )
    return 0
  },
}
