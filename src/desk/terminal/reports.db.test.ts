import { beforeEach, describe, expect, it } from 'vitest'
import { type NewReport, insertReport } from '#db/queries/reports.ts'
import { insertApproved } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import type { Session } from '#desk/session.ts'
import { runCommand, takingMailer, testSession } from '#testing/desk-session.ts'
import { rowOf } from '#testing/rows.ts'
import { type Terminal, runDesk } from './desk.ts'

const database = testDatabase()

beforeEach(async () => {
  for (const table of ['reports', 'outbox', 'audit'] as const)
    await database.db.deleteFrom(table).execute()
})

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

const stateOf = async (id: string) =>
  database.db.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function sit(keys: readonly (string | { types: string })[], more: Partial<Session> = {}) {
  const screens: string[] = []
  const script = keys.filter((key) => typeof key === 'string')
  const texts = keys.flatMap((key) => (typeof key === 'string' ? [] : key.types))
  let pressed = 0
  const terminal: Terminal = {
    size: () => ({ width: 100, height: 40 }),
    show: (lines) => void screens.push(lines.join('\n')),
    key: async () => script[pressed++] ?? 'ctrl-c',
    type: () => Promise.resolve(texts.shift() ?? null),
    forgetKeys: () => Promise.resolve(),
    browse: () => Promise.resolve(false),
  }
  expect(await runDesk(testSession(database.db, more), terminal)).toBe(0)
  return screens
}

function withMails() {
  const { sent, mailer } = takingMailer()
  const backend = {
    db: database.db,
    mailer: async () => mailer,
    builder: { kind: 'none' },
  } as const
  return { sent, backend }
}

describe('a report on the desk', () => {
  it('stands beside what the page says now, and its texts move no cursor', async () => {
    const { slug } = await listed({ name: 'Letterbox', description: 'Answers letters.' })
    const message = 'It is \u001b[2J gone\u202e'
    await send(slug, { message, source: 'https://letterbox.example/\u001b' })
    const screens = await sit(['r', 'enter', 'q'])
    const whole = screens.join('\n')
    expect(whole).toContain('1 report says that a public listing is wrong')
    const last = screens.at(-1)!
    expect(last).toContain('a description')
    expect(last).toContain('is true: It is \\u001b[2J gone\\u202e')
    expect(last).toContain('page now: Answers letters.')
    expect(last).toMatch(/h check the repository.*d mended/)
    expect(whole).not.toContain('\u001b')
  })

  it('is mended after an edit: the reporter gets one mail, and the audit says who', async () => {
    const { id, slug } = await listed()
    const report = await send(slug, { email: 'ada@x.example' })
    const { sent, backend } = withMails()
    const edit = ['e', 'c', { types: 'Sorts letters.' }, 'enter'] as const
    await sit(['r', 'enter', ...edit, 'd', 'enter', 'q'], { backend })
    const { description } = await rowOf(database.db, 'products', { slug }, ['description'])
    expect(description).toBe('Sorts letters.')
    expect(await stateOf(report)).toMatchObject({ state: 'mended', decided_by: 'ada' })
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ to: 'ada@x.example', subject: 'What became of your report' })
    expect(sent[0]!.text).toContain('the listing is corrected')
    const audit = await database.db.selectFrom('audit').selectAll().orderBy('id').execute()
    expect(audit.at(-1)).toMatchObject({ actor: 'ada', action: 'report-mended', product_id: id })
  })

  it('of a curated listing names the file that is to be corrected', async () => {
    const curated = { source_kind: 'curated', submitter_email: null } as const
    const { slug } = await listed(curated)
    await send(slug)
    const screens = await sit([
      'r',
      'enter',
      'e',
      { types: 'name=Quill' },
      'enter',
      'd',
      'escape',
      'q',
    ])
    const whole = screens.join('\n').replaceAll(/\s+/g, ' ')
    expect(whole).toContain(`content/listings/${slug}.yaml`)
  })

  it('is answered in words that go by mail, and the next of the same listing follows', async () => {
    const { slug } = await listed()
    const first = await send(slug, { email: 'ada@x.example' })
    const second = await send(slug, { message: 'Another.' })
    // Both may be of the same millisecond; the desk shows the older one first.
    const created_at = new Date('2026-01-01T00:00:00Z')
    await database.db.updateTable('reports').set({ created_at }).where('id', '=', first).execute()
    const { sent, backend } = withMails()
    const answer = ['w', { types: 'Line 3 names it.' }, 'enter'] as const
    await sit(['r', 'enter', ...answer, 'i', 'q'], { backend })
    expect(await stateOf(first)).toMatchObject({ state: 'answered', answer: 'Line 3 names it.' })
    expect(sent[0]!.text).toContain('Line 3 names it.')
    expect((await stateOf(second)).state).toBe('junk')
    expect(sent).toHaveLength(1)
  })

  it('that was junk is open again with u', async () => {
    const report = await send((await listed()).slug)
    await sit(['r', 'enter', 'i', 'u', 'q'])
    expect((await stateOf(report)).state).toBe('open')
  })

  it('h shows what a look at its repository says', async () => {
    await send((await listed()).slug, { source: 'https://letterbox.example/docs' })
    const screens = await sit(['r', 'enter', 'h', 'x', 'q'])
    expect(screens.join('\n')).toContain('it names no repository at GitHub')
    expect(screens.join('\n')).toContain('https://letterbox.example/docs')
  })
})

describe('the commands', () => {
  const run = (...argv: string[]) => runCommand(database.db, argv)

  it('list reports with what the page says, and decide by an id', async () => {
    const { slug } = await listed()
    const report = await send(slug)
    const { values, text } = await run('reports', '--json')
    expect(values[0]).toMatchObject({
      reports: [{ id: report, slug, fact: 'text', says: 'Answers letters.' }],
    })
    expect(text).toContain(report)
    const decided = await run('report', report, 'answered', '--notes', 'It does.', '--yes')
    expect(decided.values[0]).toMatchObject({ outcome: 'decided', state: 'answered', open: 0 })
    const again = await run('report', report, 'junk', '--yes')
    expect(again).toMatchObject({ code: 1, values: [{ outcome: 'already_decided', by: 'ada' }] })
  })

  it('say that there is no such report', async () => {
    for (const id of ['zzzz', '%', ''])
      expect(await run('report', id, 'junk', '--yes')).toMatchObject({
        code: 1,
        values: [{ outcome: 'unknown_report' }],
      })
  })
})
