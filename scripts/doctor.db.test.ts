import { writeFile } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { listening } from '#testing/server-process.ts'
import { runScript } from '#testing/service.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'

const database = testDatabase()
const site = http.createServer((_, response) => response.end('{}'))
const folder = temporaryFolder()
let settings: Record<string, string>

beforeAll(async () => {
  settings = {
    DATABASE_URL: database.url,
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Us <us@real.example>',
    SITE_URL: `http://127.0.0.1:${await listening(site)}`,
    SERVICE_SECRET: 's'.repeat(32),
  }
})
afterAll(() => void site.close())

/** Runs the doctor on a file with these settings. */
async function doctor(args: string[], given: Record<string, string>) {
  const file = path.join(folder, 'settings')
  const lines = Object.entries(given).map(([name, value]) => `${name}="${value}"`)
  await writeFile(file, lines.join('\n'))
  return runScript('doctor.ts', ['--env', file, ...args], { dataDir: folder })
}

it('ends with 0 when nothing failed; --host needs neither hook, cron, pooler nor store', async () => {
  expect(await doctor(['--host'], settings)).toEqual({
    code: 0,
    stdout: 'ok       The database is migrated and takes a write, and the site answers.\n',
    stderr: '',
  })
})

it('warns of each recommended setting, with the consequence', async () => {
  const { code, stdout } = await doctor([], settings)
  expect(code).toBe(0)
  expect(stdout).toMatch(/^warning {2}REBUILD_HOOK_URL is not set: .*only with the next deploy/m)
  expect(stdout).toMatch(/^warning {2}CRON_SECRET is not set: the cron is refused.*openssl rand/m)
  expect(stdout).toMatch(/^warning {2}KV_REST_API_URL is not set: reads have no limits/m)
})

it.each([
  ['SMTP_URL', '', /^failed {3}SMTP_URL is not set: no mail would be sent/m],
  ['DATABASE_URL', '', /^failed {3}DATABASE_URL is not set: nothing could be kept/m],
  ['DATABASE_URL', 'postgres://u:hunter2@127.0.0.1:1/db', /^failed {3}.* does not answer\.$/m],
  ['SITE_URL', 'http://127.0.0.1:1', /^failed {3}\S+ answers nothing: compare SITE_URL\.$/m],
])('ends with 1 when %s is %o, and says what to do', async (name, value, says) => {
  const { code, stdout } = await doctor([], { ...settings, [name]: value })
  expect(code).toBe(1)
  expect(stdout).toMatch(says)
  expect(stdout).not.toContain('hunter2')
})

it('a database that lacks a migration fails, with the command to run', async () => {
  const rename = (from: string, to: string) =>
    sql`update kysely_migration set name = ${to} where name = ${from}`.execute(database.db)
  await sql`create table kept as select * from kysely_migration where name like '005%'`.execute(
    database.db,
  )
  await sql`delete from kysely_migration where name like '005%'`.execute(database.db)
  const lacking = await doctor([], settings)
  await sql`insert into kysely_migration select * from kept`.execute(database.db)
  await sql`drop table kept`.execute(database.db)
  expect(lacking.stdout).toMatch(/^failed {3}.* lacks 005\S+\. Run: npm run migrate$/m)
  await rename('0049_baseline', '0001_directory')
  const stray = await doctor([], settings)
  await rename('0001_directory', '0049_baseline')
  expect(stray.stdout).toMatch(/^failed {3}The database is older than this code can update/m)
})

it.each([
  ['an unknown option', ['--hosts']],
  ['an unexpected argument', ['everything']],
  ['a missing settings file', ['--env', '/no/such/file']],
])('ends with 2 for %s, and runs no check', async (_, args) => {
  const { code, stdout, stderr } = await doctor(args, settings)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain('Exit codes:')
})
