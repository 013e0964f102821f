import { beforeEach, expect, it } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { type UnansweredQuestion, countQuestions, listQuestions } from './questions.ts'

const database = testDatabase()

const asked = (question: string, part: Partial<UnansweredQuestion> = {}): UnansweredQuestion => ({
  day: '2026-11-20',
  door: 'rest',
  question,
  count: 1,
  ...part,
})
const count = (questions: UnansweredQuestion[], most = 100) =>
  countQuestions(database.db, questions, most)
const listed = (since = '2026-01-01', limit = 10) => listQuestions(database.db, { since, limit })

beforeEach(async () => {
  await database.db.deleteFrom('unanswered_questions').execute()
})

it('the most frequent come first, over all interfaces and days', async () => {
  await count([asked('alarms'), asked('minutes', { count: 2 })])
  await count([asked('alarms', { count: 3 }), asked('alarms', { door: 'mcp', day: '2026-11-22' })])
  expect(await listed()).toEqual([
    { question: 'alarms', count: 5, doors: ['mcp', 'rest'], last: '2026-11-22' },
    { question: 'minutes', count: 2, doors: ['rest'], last: '2026-11-20' },
  ])
  expect(await listed('2026-11-21')).toMatchObject([{ question: 'alarms', count: 1 }])
  expect(await listed('2026-01-01', 1)).toHaveLength(1)
})

it('a day takes a limited number of different questions; known ones still count', async () => {
  await count([asked('a'), asked('b')], 3)
  await count([asked('c'), asked('d'), asked('a')], 3)
  await count([asked('e'), asked('b')], 3)
  expect((await listed()).map(({ question, count: n }) => [question, n])).toEqual([
    ['a', 2],
    ['b', 2],
    ['c', 1],
  ])
  await count([asked('e', { day: '2026-11-21' })], 3)
  expect(await listed('2026-11-21')).toHaveLength(1)
})

it('writers at once count each question as often as it was asked', async () => {
  const questions = ['a', 'b', 'c'].map((question) => asked(question))
  await Promise.all(
    Array.from({ length: 8 }, (_, n) => count(n % 2 ? questions : questions.toReversed())),
  )
  expect((await listed()).map((one) => one.count)).toEqual([8, 8, 8])
})
