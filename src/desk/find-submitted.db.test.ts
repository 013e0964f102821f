import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import type { GuardedFetch } from '#proof/fetch/guarded-fetch.ts'
import { insertApproved, insertPending, insertTool } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { gitIn } from '#testing/git.ts'
import { runCommand } from '#testing/desk-session.ts'
import { rowOf } from '#testing/rows.ts'

const database = testDatabase()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'proofstack-check-'))
  const git = (...args: string[]) => gitIn(folder, args)
  git('init', '-q')
  await writeFile(
    path.join(folder, 'package.json'),
    '{\n"dependencies": {\n"next": "16",\n"pg": "8"}}',
  )
  await writeFile(path.join(folder, 'docker-compose.yml'), 'services: {}')
  git('add', '.')
  git('commit', '-qm', 'One')
  return () => rm(folder, { recursive: true })
})

/** A submission that lists Next.js and Redis. */
async function submitted(url = 'https://acme.example') {
  const tools = await Promise.all([
    insertTool(database.db, { slug: `nextjs` }).catch(() => toolOf('nextjs')),
    insertTool(database.db, { slug: `redis` }).catch(() => toolOf('redis')),
  ])
  return insertApproved(database.db, { url }, tools)
}
const toolOf = (slug: string) => rowOf(database.db, 'tools', { slug }, ['id', 'slug'])

it('tells what is listed and found, listed and not found, and found and not listed', async () => {
  const { slug } = await submitted()
  const { code, text, values } = await runCommand(database.db, [
    'check',
    slug,
    '--checkout',
    folder,
  ])
  expect(code).toBe(0)
  expect(text).toMatch(
    /^Listed and found \(1\)\n {2}nextjs +required +package\.json:3 +pkg:npm\/next$/m,
  )
  expect(text).toMatch(/^Listed and not found \(1\)\n {2}redis$/m)
  expect(text).toMatch(
    /^Found and not listed \(\d\)\n(?: {2}.*\n)*? {2}postgresql +required +package\.json:4/m,
  )
  expect(text).toMatch(
    /^ {2}docker +deployment .*only extras, connectors, plugins, containers or deployment/m,
  )
  expect(values).toMatchObject([{ outcome: 'checked', slug, licence: null, archived: null }])
})

it('asks GitHub where no folder is named, and says what came of it', async () => {
  const { slug } = await submitted('https://github.com/acme/app')
  const asked: string[] = []
  const look: GuardedFetch = async (url) => {
    asked.push(url)
    return { kind: 'failed', reason: 'It is silent.' }
  }
  const { code, text } = await runCommand(database.db, ['check', slug], { look })
  expect({ code, text }).toEqual({
    code: 1,
    text: `${slug}: It is silent. A copy on this machine is read with --checkout FOLDER.`,
  })
  expect(asked).toEqual(['https://api.github.com/repos/acme/app'])
})

it('names the way out where nothing can be read', async () => {
  const { slug } = await insertPending(database.db)
  const none = await runCommand(database.db, ['check', slug])
  expect(none).toMatchObject({ code: 1, text: expect.stringContaining('--checkout') as string })
  const bad = await runCommand(database.db, ['check', slug, '--checkout', path.join(folder, 'x')])
  expect(bad).toMatchObject({ code: 1, text: expect.stringContaining('cannot be read') as string })
  expect(await runCommand(database.db, ['check', 'nobody'])).toMatchObject({ code: 1 })
})
