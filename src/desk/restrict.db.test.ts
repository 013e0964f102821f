import { beforeEach, describe, expect, it } from 'vitest'
import { findRestriction } from '#db/queries/restriction.ts'
import { testDatabase } from '#testing/database.ts'
import { readArguments } from '#authoring/arguments.ts'
import { commands } from './commands.ts'
import { runCommand } from '#testing/desk-session.ts'
import { emptyTables } from '#testing/rows.ts'

const database = testDatabase()
const now = new Date('2026-12-24T17:00:00.000Z')
const run = (...argv: string[]) =>
  runCommand(database.db, ['restrict', ...argv], { now: () => now })
const audit = () =>
  database.db.selectFrom('audit').select(['actor', 'action', 'detail']).orderBy('id').execute()

beforeEach(() => emptyTables(database.db, 'restriction', 'audit'))

describe('restrict', () => {
  it('--minutes restricts everything for so long, after asking, and stands in the audit', async () => {
    const { code, asked, values } = await run('--minutes', '30', '--as', 'grace')
    const until = new Date('2026-12-24T17:30:00.000Z')
    expect([code, values]).toEqual([0, [{ outcome: 'restricted', until, covers: 'everything' }]])
    expect(asked).toEqual([
      'Restrict anonymous access to the API, MCP, search and forms until 2026-12-24T17:30:00.000Z?',
    ])
    expect(await findRestriction(database.db)).toMatchObject({ until, set_by: 'grace' })
    expect(await audit()).toEqual([
      {
        actor: 'grace',
        action: 'restrict',
        detail: { until: until.toISOString(), covers: 'everything' },
      },
    ])
  })

  it('--until --submissions takes the place of the one before; without arguments it says so', async () => {
    await run('--minutes', '5')
    await run('--until', '2026-12-24T20:00+01:00', '--submissions')
    const { values, text, code } = await run()
    expect(code).toBe(0)
    expect(values).toMatchObject([
      {
        restriction: { until: new Date('2026-12-24T19:00Z'), covers: 'submissions', set_by: 'ada' },
      },
    ])
    expect(text).toContain('until 2026-12-24T19:00:00.000Z: submissions and changes')
  })

  it('--off lifts it once, and one whose time is over is none', async () => {
    expect((await run()).text).toBe('Nothing is restricted.')
    await run('--minutes', '5')
    expect((await run('--off')).values).toEqual([{ outcome: 'lifted' }])
    expect((await run('--off')).values).toEqual([{ outcome: 'unchanged' }])
    expect((await audit()).map(({ action }) => action)).toEqual(['restrict', 'lift-restriction'])
    await run('--minutes', '5')
    const later = { now: () => new Date(now.getTime() + 5 * 60_000) }
    expect((await runCommand(database.db, ['restrict'], later)).values).toEqual([
      { restriction: null },
    ])
  })

  it('whoever says no changes nothing', async () => {
    const confirm = () => Promise.resolve(false)
    const said = await runCommand(database.db, ['restrict', '--minutes', '5'], { confirm })
    expect(said.code).toBe(1)
    expect(await findRestriction(database.db)).toBeUndefined()
  })

  it.each([
    [['--minutes', '0'], '--minutes is a whole number from 1 on'],
    [['--minutes', '10081'], 'at most 10080'],
    [['--minutes', '5', '--until', '2026-12-24T18:00Z'], 'exclude one another'],
    [['--until', 'tomorrow'], '--until is a time such as'],
    [['--until', '2026-12-24T18:00'], '--until is a time such as'],
    [['--until', '2026-13-24T18:00Z'], '--until is a time such as'],
    [['--submissions'], 'Say for how long'],
    [['--off', '--minutes', '5'], '--off takes nothing beside it'],
  ])('%j is wrong use', (argv, sentence) => {
    const read = readArguments(['restrict', ...argv], commands)
    expect(read).toMatchObject({ kind: 'misuse', sentence: expect.stringContaining(sentence) })
  })

  it.each([
    ['2026-12-24T16:59Z', 'is over'],
    ['2027-12-24T17:00Z', 'more than seven days away'],
  ])('--until %s is wrong use by the clock', async (until, words) => {
    await expect(run('--until', until)).rejects.toThrow(words)
    expect(await findRestriction(database.db)).toBeUndefined()
  })
})
