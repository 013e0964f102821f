import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listQuestions } from '#db/questions.ts'
import { testDatabase } from '#testing/database.ts'
import {
  type TestService,
  awayDatabase,
  callIn,
  freshClient,
  startersService,
  testService,
} from '#testing/service-parts.ts'
import { questionCounter } from './count-question.ts'
import { attempt } from './invoke.ts'

const database = testDatabase()
const now = new Date('2026-11-22T10:00:00Z')
const clock = () => now
/** What goes on after the answers of this test. */
let after: Promise<unknown>[] = []
const afterAnswer = async (work: Promise<unknown>) => void after.push(work)
let service: TestService

beforeAll(async () => {
  const parts = await startersService(database.db, { clock })
  service = { ...parts, foundNothing: questionCounter({ ...parts, afterAnswer }) }
})

beforeEach(async () => {
  after = []
  await database.db.deleteFrom('unanswered_questions').execute()
})

const counted = async () => {
  await Promise.all(after)
  const found = await listQuestions(database.db, { since: '2026-11-22', limit: 10 })
  return found.map(({ question, count, doors }) => ({ question, count, doors }))
}

describe('a question that finds nothing', () => {
  it('is counted with its day and handler, without the client', async () => {
    await callIn(service, 'search', '/search?q=Quokka%20GROOMING%20by%20ada@acme.example')
    await callIn(service, 'search', '/search?q=quokka%20grooming%20by')
    await callIn(service, 'recommend_products', '/recommend?task=quokka%20grooming%20by')
    const read = () => ({ query: { q: 'numbat food' } })
    const call = { handler: 'MCP tool search', address: freshClient(), isAgent: true, read }
    await attempt('search', call, service)
    expect(await counted()).toEqual([
      { question: 'quokka grooming by', count: 3, doors: ['rest'] },
      { question: 'numbat food', count: 1, doors: ['mcp'] },
    ])
  })

  it('is not counted when there is an answer, or only tools were looked for, or it has no words', async () => {
    await callIn(service, 'search', '/search?q=n8n')
    await callIn(service, 'search', '/search?q=quokka&type=tool')
    await callIn(service, 'search', '/search?q=1234567')
    await callIn(service, 'recommend_products', '/recommend?stack=cobol')
    expect(await counted()).toEqual([])
  })

  it('is written together with what comes while a write is under way', async () => {
    const asked = Array.from({ length: 30 }, (_, n) => ({
      question: `quokka ${n % 3 ? 'bags' : 'hats'}`,
      handler: 'GET /search',
    }))
    await Promise.all(asked.map((one) => service.foundNothing(one)))
    expect(await counted()).toEqual([
      { question: 'quokka bags', count: 20, doors: ['page'] },
      { question: 'quokka hats', count: 10, doors: ['page'] },
    ])
  })
})

describe('failing to count', () => {
  it('harms no answer, and is logged once, without the question', async () => {
    const parts = await testService(database.db, { clock })
    const away = questionCounter({ ...parts, db: awayDatabase(), afterAnswer })
    const answered = { ...parts, foundNothing: away }
    for (const question of ['quokka', 'numbat']) {
      const { status } = await callIn(answered, 'search', `/search?q=${question}`)
      expect(status).toBe(200)
      await Promise.all(after)
    }
    expect(parts.logged.map(({ message }) => message)).toEqual(['questions could not be counted'])
    expect(JSON.stringify(parts.logged)).not.toMatch(/quokka|numbat/)
  })
})
