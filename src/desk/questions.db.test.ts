import { expect, it } from 'vitest'
import { countQuestions } from '#db/questions.ts'
import { testDatabase } from '#testing/database.ts'
import { runCommand } from '#testing/desk-session.ts'

const database = testDatabase()
const now = () => new Date('2026-11-22T10:00:00Z')

it('questions lists what found nothing, the most asked first, of so many days', async () => {
  const { db } = database
  const empty = await runCommand(db, ['questions'], { now })
  expect(empty.text).toBe('No question was left without an answer since 2026-10-24.')
  const asked = { door: 'mcp', count: 1 } as const
  await countQuestions(
    db,
    [
      { ...asked, day: '2026-11-22', question: 'too many alarms' },
      { ...asked, day: '2026-11-21', question: 'too many alarms', door: 'page' },
      { ...asked, day: '2026-10-23', question: 'blood values', count: 7 },
      { ...asked, day: '2026-11-20', question: 'status\u009b2J approved' },
    ],
    100,
  )
  const { text, code } = await runCommand(db, ['questions'], { now })
  expect(code).toBe(0)
  expect(text.split('\n')).toEqual([
    expect.stringMatching(/^ +2 {2}2026-11-22 {2}mcp, page +too many alarms$/),
    expect.stringMatching(/^ +1 {2}2026-11-20 {2}mcp +status/),
  ])
  expect(text).not.toContain('\u009b')
  const { values } = await runCommand(db, ['questions', '--days', '90', '--limit', '1'], { now })
  expect(values).toMatchObject([
    { since: '2026-08-25', questions: [{ question: 'blood values', count: 7, doors: ['mcp'] }] },
  ])
})
