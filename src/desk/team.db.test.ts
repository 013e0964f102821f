import { describe, expect, it, vi } from 'vitest'
import { hashOf } from '#db/queries/secret.ts'
import { findEditor } from '#db/queries/editors.ts'
import { insertPending } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { runCommand, ended } from '#testing/desk-session.ts'
import { setRows } from '#testing/rows.ts'
import { confirmer } from './confirmer.ts'

const database = testDatabase()
const run = (actor: string, ...argv: string[]) => runCommand(database.db, argv, { actor })
const audited = async () =>
  database.db.selectFrom('audit').select(['actor', 'action', 'detail']).orderBy('id').execute()

describe('the team', () => {
  it('an invitation prints a token once; the database keeps its hash, and the history who invited', async () => {
    const { code, values, text } = await run('root', 'invite', 'ada', '--role', 'publisher')
    const { token } = values[0] as { token: string }
    expect({ code, text }).toMatchObject({ code: 0, text: expect.stringContaining(token) })
    expect(await findEditor(database.db, { token_hash: hashOf(token) })).toMatchObject({
      name: 'ada',
      role: 'publisher',
    })
    const rows = await database.db.selectFrom('editors').selectAll().execute()
    expect(JSON.stringify([rows, await audited()])).not.toContain(token)
    expect((await audited()).at(-1)).toEqual({
      actor: 'root',
      action: 'invite-editor',
      detail: { name: 'ada', role: 'publisher' },
    })
    expect((await run('root', 'editors')).text).toMatch(/^ada +publisher +for <1 min$/)
  })

  it('a name in use is refused; a revoked token opens nothing, and its name can be invited again', async () => {
    const first = await run('root', 'invite', 'bob', '--role', 'reviewer')
    expect(await run('root', 'invite', 'bob', '--role', 'admin')).toMatchObject(
      ended(1, 'already_invited', { name: 'bob' }),
    )
    const { token } = first.values[0] as { token: string }
    expect((await run('root', 'revoke', 'bob')).code).toBe(0)
    expect(await findEditor(database.db, { token_hash: hashOf(token) })).toBeUndefined()
    expect((await run('root', 'revoke', 'bob')).code).toBe(1)
    expect((await run('root', 'invite', 'bob', '--role', 'admin')).code).toBe(0)
    expect(await findEditor(database.db, { token_hash: hashOf(token) })).toBeUndefined()
  })

  it.each(['owner', 'submitter', 'content', 'Ada', 'a', 'a b', 'badge check'])(
    'nobody is invited as %j',
    async (name) => {
      await expect(run('root', 'invite', name, '--role', 'admin')).rejects.toThrow(/wrong use/)
    },
  )
})

describe('taking a submission', () => {
  it('ends with a decision on it, and not with a correction', async () => {
    const { slug } = await insertPending(database.db)
    const taken = async () =>
      (await run('bob', 'queue')).values[0] as { takings: Record<string, unknown> }
    await run('ada', 'take', slug)
    await run('ada', 'edit', slug, 'description=Answers letters of a town hall.')
    expect((await taken()).takings).toHaveProperty(slug)
    await run('ada', 'revise', slug, '--notes', 'Say what it is built with.')
    expect((await taken()).takings).not.toHaveProperty(slug)
  })

  it('is shown in the queue, and asked about when another editor decides; it stops nobody', async () => {
    const { slug } = await insertPending(database.db)
    expect((await run('ada', 'take', slug)).code).toBe(0)
    const { text, values } = await run('bob', 'queue')
    expect(text).toContain('(ada, <1 min)')
    expect(values[0]).toMatchObject({ takings: { [slug]: { editor: 'ada' } } })
    const own = await runCommand(database.db, ['approve', slug], {
      actor: 'ada',
      confirm: async () => false,
    })
    expect(own.code).toBe(1)
    const { code, asked } = await run('bob', 'approve', slug)
    expect(code).toBe(0)
    expect(asked).toEqual([expect.stringMatching(/^Taken by ada, <1 min ago\. Approve /)])
  })

  it('with --yes a warning names the other editor before the decision, and the JSON does, too', async () => {
    const { slug } = await insertPending(database.db)
    await run('ada', 'take', slug)
    const told: string[] = []
    const warn = vi.spyOn(console, 'error').mockImplementation((line) => void told.push(line))
    const argv = ['reject', slug, '--reason', 'It is none.', '--yes', '--json']
    const { code, values } = await runCommand(database.db, argv, {
      actor: 'bob',
      confirm: confirmer({ yes: true }),
      print: (value) => void told.push(JSON.stringify(value)),
    }).finally(() => warn.mockRestore())
    expect({ code, values }).toEqual({ code: 0, values: [] })
    expect(told).toEqual([
      'Warning: Taken by ada, <1 min ago.',
      expect.stringMatching(/"outcome":"rejected".*"taken_by":"ada"/),
    ])
  })

  it('is taken over after a question, released by its editor alone, and ends after half an hour', async () => {
    const { slug, id } = await insertPending(database.db)
    expect((await run('ada', 'take', slug)).asked).toEqual([])
    expect((await run('ada', 'take', slug)).asked).toEqual([])
    expect((await run('bob', 'release', slug)).code).toBe(1)
    expect((await run('bob', 'take', slug)).asked).toEqual([
      `Taken by ada, <1 min ago. Take ${slug} over?`,
    ])
    expect((await run('ada', 'release', slug)).code).toBe(1)
    const longAgo = { taken_at: new Date(Date.now() - 31 * 60_000) }
    await setRows(database.db, 'takings', { product_id: id }, longAgo)
    const { asked, code } = await run('ada', 'take', slug)
    expect({ asked, code }).toEqual({ asked: [], code: 0 })
    expect((await run('ada', 'release', slug)).code).toBe(0)
    expect((await run('ada', 'take', 'nobody')).code).toBe(1)
  })

  it('of two editors who take the same at once, one is told of the other', async () => {
    const { slug } = await insertPending(database.db)
    const both = await Promise.all(['ada', 'bob'].map((name) => run(name, 'take', slug)))
    const outcomes = both.map(({ values }) => (values[0] as { outcome: string }).outcome)
    // Whoever comes second either finds the first and asks, or loses the race and is told.
    expect(outcomes).toContain('taken')
    const asked = both.flatMap((one) => one.asked)
    expect(outcomes.includes('already_taken') || asked.length === 1).toBe(true)
  })
})

describe('the history', () => {
  it('says who noted, took and decided', async () => {
    const { slug } = await insertPending(database.db)
    await run('ada', 'note', slug, 'Its licence is not there yet.')
    await run('bob', 'approve', slug)
    const { text } = await run('cleo', 'history', slug)
    expect(text).toMatch(/bob approve/)
    expect(text).toMatch(/ada note .*Its licence is not there yet\./)
  })

  it('an approval of another editor is not undone, and the answer says whose it is', async () => {
    const { slug } = await insertPending(database.db)
    await run('ada', 'approve', slug)
    const { code, text } = await run('bob', 'undo', slug)
    expect({ code, text }).toMatchObject({
      code: 1,
      text: expect.stringContaining('ada was the last to do something to it, at '),
    })
  })
})
