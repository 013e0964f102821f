import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, inject, it } from 'vitest'
import { insertPending } from '#testing/builders.ts'
import { copyTemplate, databaseUrl } from '#testing/database-template.ts'
import { testDatabase } from '#testing/database.ts'
import { runScript } from '#testing/service.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'

const database = testDatabase()
const folder = temporaryFolder()

/** Options that name a database for a command: its URL, or the data folder of an embedded one. */
function optionsFor(url: string) {
  const socket = new URL(url).searchParams.get('host')
  return socket
    ? { dataDir: path.dirname(socket) }
    : { dataDir: folder, environment: { DATABASE_URL: url } }
}

async function emptyDatabase() {
  const template = inject('template')
  if (template.kind === 'folder') {
    copyTemplate(template, path.join(folder, 'empty'))
    return { dataDir: path.join(folder, 'empty') }
  }
  const name = `backup_command_${process.pid}`
  await sql`create database ${sql.id(name)}`.execute(database.db)
  return optionsFor(databaseUrl(template.url, name))
}

async function rowsOf(file: string): Promise<string[]> {
  const lines = gunzipSync(await readFile(file))
    .toString()
    .split('\n')
  return lines.filter((line) => line.startsWith('['))
}

it('takes a backup of a database in use, and restores it only into an empty one', async () => {
  await insertPending(database.db)
  const file = path.join(folder, 'backup')
  const taken = await runScript('backup.ts', [file], optionsFor(database.url))
  expect(taken).toMatchObject({ code: 0, stderr: '' })
  expect(taken.stdout).toMatch(/^Wrote 1 rows of \d+ tables of .*SERVICE_SECRET/s)

  const refused = await runScript('restore-backup.ts', [file], optionsFor(database.url))
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(/^The database has rows already, in products\. .*\n$/)

  const empty = await emptyDatabase()
  const restored = await runScript('restore-backup.ts', [file], empty)
  expect(restored).toMatchObject({ code: 0, stderr: '' })
  const again = path.join(folder, 'again')
  expect(await runScript('backup.ts', [again], empty)).toMatchObject({ code: 0 })
  expect(await rowsOf(again)).toEqual(await rowsOf(file))
})

it.each([[[]], [['one', '--all']]])(
  'with the arguments %j prints its usage and does nothing',
  async (args) => {
    const { code, stderr } = await runScript('backup.ts', args, { dataDir: folder })
    expect({ code, isUsage: stderr.includes('npm run backup -- FILE') }).toEqual({
      code: 2,
      isUsage: true,
    })
    expect(await readdir(folder)).not.toContain('one')
  },
)
