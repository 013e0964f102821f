import { mkdtemp, writeFile } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { removeFolder, runScript } from '#testing/service.ts'
import { type Checked, checkNames } from './checks.ts'

const database = testDatabase()
const mail = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], logger: false })
const site = http.createServer((_, response) => response.end('{"changelog_timestamp":null}'))
let folder: string
let settings: Record<string, string>

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'proofstack-doctor-'))
  await new Promise<void>((resolve) => mail.listen(0, '127.0.0.1', () => resolve()))
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', () => resolve()))
  settings = {
    DATABASE_URL: database.url,
    SMTP_URL: `smtp://127.0.0.1:${(mail.server.address() as AddressInfo).port}`,
    MAIL_FROM: 'Us <us@real.example>',
    SITE_URL: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
  }
})
afterAll(async () => {
  site.close()
  await new Promise<void>((resolve) => mail.close(resolve))
  await removeFolder(folder)
})

/** Runs the doctor on a file with these settings. */
async function doctor(args: string[], given: Record<string, string>) {
  const file = path.join(folder, 'settings')
  const lines = Object.entries(given).map(([name, value]) => `${name}="${value}"`)
  await writeFile(file, lines.join('\n'))
  return runScript('doctor.ts', ['--env', file, ...args], { dataDir: folder })
}

it('ends with 0 when nothing failed; --host needs neither hook nor cron', async () => {
  const { code, stdout, stderr } = await doctor(['--host', '--json'], settings)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const checked = JSON.parse(stdout) as Checked[]
  const needed = checkNames.filter((name) => name !== 'hook' && name !== 'cron')
  expect(checked.map(({ name }) => name)).toEqual(needed)
  // Limits of reads are optional there, and no domain of an example has records for its mails.
  const odd = checked.filter(({ state }) => state !== 'ok').map(({ name, state }) => [name, state])
  expect(odd).toEqual([
    ['limits', 'warning'],
    ['sender', 'warning'],
  ])
})

it('warns of a missing hook and cron, with the consequence', async () => {
  const { code, stdout } = await doctor([], settings)
  expect(code).toBe(0)
  expect(stdout).toMatch(/^warning {2}hook .*follow only with the next deploy.*Make a deploy hook/m)
  expect(stdout).toMatch(/^warning {2}cron .*the cron is refused.*openssl rand/m)
})

it('ends with 1 when something failed, and says what to do', async () => {
  const { SMTP_URL: _, ...rest } = settings
  const { code, stdout } = await doctor([], rest)
  expect(code).toBe(1)
  expect(stdout).toMatch(/^failed {3}mail .*SMTP_URL is not set/m)
})

it('says that the embedded database needs no check when DATABASE_URL is missing', async () => {
  const { code, stdout } = await doctor([], {})
  expect(code).toBe(1)
  expect(stdout).toContain('npm start on its embedded default needs none of them.')
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
