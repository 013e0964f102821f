import { keptQuestion } from '#search/kept-question.ts'
import { dayOf } from '#core/visitor.ts'
import { type QuestionDoor, type UnansweredQuestion, countQuestions } from '#db/questions.ts'
import type { Service } from './service.ts'
import { writeTogether } from './write-together.ts'

const most = {
  /** The maximum number of different questions in a batch. */
  gathered: 200,
  /** The maximum number of different questions a day, in all instances together. */
  perDay: 2_000,
} as const

/**
 * Returns a function that counts a question without results, and stores nothing about who asked. It
 * writes batches after the answer and never throws: if a write fails, its questions are not counted
 * and one error is logged.
 */
export function questionCounter(
  service: Pick<Service, 'db' | 'clock' | 'log' | 'afterAnswer'>,
): Service['foundNothing'] {
  const { gather } = writeTogether<UnansweredQuestion>(
    (questions) => countQuestions(service.db, [...questions.values()], most.perDay),
    (error) => service.log('questions could not be counted', error),
  )

  const count = (unanswered: UnansweredQuestion) =>
    gather((questions) => {
      const key = `${unanswered.day} ${unanswered.door} ${unanswered.question}`
      const known = questions.get(key)
      if (known) known.count += 1
      else if (questions.size < most.gathered) questions.set(key, unanswered)
    })

  return async ({ question, handler }) => {
    const kept = keptQuestion(question)
    if (kept === null) return
    const day = dayOf(service.clock())
    await service.afterAnswer(count({ day, door: doorOf(handler), question: kept, count: 1 }))
  }
}

/**
 * The value of the column `door` for a handler such as "MCP tool search", "GET /api/v1/search" or
 * "GET /search".
 */
function doorOf(handler: string): QuestionDoor {
  if (handler.startsWith('MCP ')) return 'mcp'
  return / \/api\//.test(handler) ? 'rest' : 'page'
}
