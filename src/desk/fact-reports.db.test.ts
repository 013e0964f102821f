import { beforeEach, describe, expect, it } from 'vitest'
import { type NewReport, insertReport } from '#db/queries/reports.ts'
import { insertApproved } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { runCommand, takingMailer, ended } from '#testing/desk-session.ts'
import { emptyTables, rowOf } from '#testing/rows.ts'

const database = testDatabase()

beforeEach(() => emptyTables(database.db, 'reports', 'outbox', 'audit'))

const listed = (more = {}) => insertApproved(database.db, more)

const send = async (slug: string, more: Partial<NewReport> = {}) =>
  (await insertReport(database.db, {
    slug,
    fact: 'text',
    tool: null,
    message: 'It answers no letters.',
    source: null,
    email: null,
    ...more,
  }))!

const stateOf = (id: string) => rowOf(database.db, 'reports', { id })

const { sent, mailer } = takingMailer()
const run = (...argv: string[]) => {
  const { db } = database
  const backend = { db, mailer: async () => mailer, builder: { kind: 'none' } } as const
  return runCommand(db, argv, { backend })
}

describe('a report', () => {
  it('stands beside what the page says now, in the list and with its listing, and moves no cursor', async () => {
    const { slug } = await listed({ name: 'Letterbox', description: 'Answers letters.' })
    const message = 'It is \u001b[2J gone\u202e'
    const id = await send(slug, { message, source: 'https://letterbox.example/\u001b' })
    const { values, text } = await run('reports')
    expect(values[0]).toMatchObject({
      reports: [{ id, slug, fact: 'text', says: 'Answers letters.' }],
    })
    const shown = await run('show', slug)
    for (const lines of [text, shown.text]) {
      expect(lines).toContain(`${id}  a description`)
      expect(lines).toContain('is true: It is \\u001b[2J gone\\u202e')
      expect(lines).toContain('page now: Answers letters.')
      expect(lines).not.toContain('\u001b')
    }
  })

  it('that is mended: the reporter gets one mail, and the audit says who', async () => {
    const { id, slug } = await listed()
    const report = await send(slug, { email: 'ada@x.example' })
    sent.splice(0)
    const decided = await run('report', report, 'mended', '--yes')
    expect(decided.values[0]).toMatchObject({ outcome: 'decided', state: 'mended', open: 0 })
    expect(await stateOf(report)).toMatchObject({ state: 'mended', decided_by: 'ada' })
    expect(sent).toMatchObject([{ to: 'ada@x.example', subject: 'What became of your report' }])
    expect(sent[0]!.text).toContain('the listing is corrected')
    const audit = await database.db.selectFrom('audit').selectAll().orderBy('id').execute()
    expect(audit.at(-1)).toMatchObject({ actor: 'ada', action: 'report-mended', product_id: id })
    const again = await run('report', report, 'junk', '--yes')
    expect(again).toMatchObject({ code: 1, values: [{ outcome: 'already_decided', by: 'ada' }] })
  })

  it('is answered in words that go by mail', async () => {
    const report = await send((await listed()).slug, { email: 'ada@x.example' })
    sent.splice(0)
    await run('report', report, 'answered', '--notes', 'Line 3 names it.', '--yes')
    expect(await stateOf(report)).toMatchObject({ state: 'answered', answer: 'Line 3 names it.' })
    expect(sent).toHaveLength(1)
    expect(sent[0]!.text).toContain('Line 3 names it.')
  })

  it('that was junk can be opened again, and nobody is told', async () => {
    const report = await send((await listed()).slug, { email: 'ada@x.example' })
    sent.splice(0)
    await run('report', report, 'junk', '--yes')
    await run('report', report, 'open', '--yes')
    expect((await stateOf(report)).state).toBe('open')
    expect(sent).toEqual([])
  })

  it('that is none is said to be unknown', async () => {
    for (const id of ['zzzz', '%', ''])
      expect(await run('report', id, 'junk', '--yes')).toMatchObject(ended(1, 'unknown_report'))
  })
})
