import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPostgres } from '../postgres.ts'
import { runChecks } from './checks.ts'

// On a server, because the embedded database checks no password.
let postgres: Awaited<ReturnType<typeof startPostgres>>
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

it.each([
  ['a wrong password', { password: 'hunter2' }, 'its name or password is wrong (28P01)'],
  ['another name', { pathname: '/nobody' }, 'the server has no database of that name (3D000)'],
])('a database with %s fails with the code in words', async (_, change, words) => {
  const url = String(Object.assign(new URL(postgres.url), change))
  const [checked] = await runChecks({ DATABASE_URL: url }, ['database'])
  expect(checked).toMatchObject({ state: 'failed', says: `It cannot be used: ${words}.` })
})
