import { beforeEach, describe, expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { emptyQueue, insertApproved, insertPending } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { takingMailer } from '#testing/desk-session.ts'
import { emptyTables, setRows } from '#testing/rows.ts'
import { tellEditors } from './tell-editors.ts'
import { proposeChange } from './revise.ts'

const database = testDatabase()
const urls = addresses('https://directory.example')
beforeEach(async () => {
  await emptyTables(database.db, 'editor_notices', 'proposals')
  await emptyQueue(database.db)
})

function round() {
  const { sent, mailer } = takingMailer()
  return {
    sent,
    run: () => tellEditors(database.db, { mail: editors, urls }, async () => mailer),
  }
}
const editors = 'editors@directory.example'
const ago = (minutes: number) =>
  setRows(database.db, 'editor_notices', {}, { tried_at: new Date(Date.now() - minutes * 60_000) })

describe('the mail to editors', () => {
  it('lists what is new of all queues and what waits longest, without an address of a submitter', async () => {
    const old = await insertPending(database.db, { created_at: new Date('2026-01-01T00:00:00Z') })
    const { slug } = await insertPending(database.db, { submitter_email: 'owner@acme.example' })
    const listed = await insertApproved(database.db)
    await proposeChange(database.db, { slug: listed.slug, requested: { name: 'Another' } })
    const { run, sent } = round()
    expect(await run()).toBe(true)
    expect(sent).toHaveLength(1)
    const { to: receiver, subject, text } = sent[0]!
    expect([receiver, subject]).toEqual([editors, '3 new for the editors of Proofstack'])
    expect(text).toContain('What waits:\n2 submissions\n1 proposed change\n')
    expect(text).toMatch(
      new RegExp(`What waits longest:\\n2026-01-01 00:00 {2}submission: .*${old.slug}`),
    )
    expect(text).toContain(`\n${urls.editorCase(slug)}\n`)
    expect(text).not.toContain('acme.example')
  })

  it('comes at most once an hour, and not at all without new work', async () => {
    await insertPending(database.db)
    const { run, sent } = round()
    await run()
    const { slug } = await insertPending(database.db)
    await run()
    expect(sent).toHaveLength(1)
    await ago(61)
    await run()
    expect(sent).toHaveLength(2)
    expect(sent[1]!.subject).toBe('1 new for the editors of Proofstack')
    expect(sent[1]!.text).toContain(`\n${urls.editorCase(slug)}\n`)
    await ago(61)
    await run()
    expect(sent).toHaveLength(2)
  })

  it('of two rounds at once is sent by one', async () => {
    await insertPending(database.db)
    const { run, sent } = round()
    await Promise.all([run(), run(), run()])
    expect(sent).toHaveLength(1)
  })
})
