import { keptQuestion } from '#search/kept-question.ts'
import { dayOf } from '#core/visitor.ts'
import { type QuestionDoor, type UnansweredQuestion, countQuestions } from '#db/questions.ts'
import type { Service } from './service.ts'
import { writeTogether } from './write-together.ts'

/** What is counted, at most. */
const most = {
  /** Questions that wait while others are written. */
  gathered: 200,
  /** Different questions of a day, of all instances together. */
  perDay: 2_000,
} as const

/**
 * Counts questions that found nothing, for one instance, without who asked. It never fails and nobody
 * waits for it: what cannot be written is not counted, and that is logged once.
 */
export function questionCounter(
  service: Pick<Service, 'db' | 'clock' | 'log' | 'afterAnswer'>,
): Service['foundNothing'] {
  const { gather } = writeTogether<UnansweredQuestion>(
    (questions) => countQuestions(service.db, [...questions.values()], most.perDay),
    (error) => service.log('questions could not be counted', error),
  )

  const count = (asked: UnansweredQuestion) =>
    gather((questions) => {
      const key = `${asked.day} ${asked.door} ${asked.question}`
      const known = questions.get(key)
      if (known) known.count += 1
      else if (questions.size < most.gathered) questions.set(key, asked)
    })

  return async ({ question, handler }) => {
    const kept = keptQuestion(question)
    if (kept === null) return
    const day = dayOf(service.clock())
    await service.afterAnswer(count({ day, door: doorOf(handler), question: kept, count: 1 }))
  }
}

/** The stored `door` of a handler by its name in the log: "MCP tool search", "GET /api/v1/search", "GET /search". */
function doorOf(handler: string): QuestionDoor {
  if (handler.startsWith('MCP ')) return 'mcp'
  return / \/api\//.test(handler) ? 'rest' : 'page'
}
