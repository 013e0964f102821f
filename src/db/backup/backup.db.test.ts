import { createHash } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { baseline, replaced } from '#db/migrations/before-baseline.ts'
import { type Db, connect } from '#db/connection/connect.ts'
import { migrate } from '#db/migrations/migrate.ts'
import { listApplied, listMigrations } from '#db/migrations/schema-version.ts'
import { insertApproved, insertTool } from '#testing/builders.ts'
import { copyTemplate, databaseUrl } from '#testing/database-template.ts'
import { testDatabase } from '#testing/database.ts'
import { fillEveryTable } from '#testing/every-table.ts'
import { insertRow } from '#testing/rows.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { BackupError, writeBackupFile } from './file.ts'
import { openTarget } from '#db/connection/open-database.ts'
import { restoreBackup } from './restore.ts'
import { countRows, listTables } from './tables.ts'
import { takeBackup } from './take.ts'

const database = testDatabase()
const server = process.env['TEST_DATABASE_URL']
const now = new Date('2026-11-22T03:04:05.678Z')
let folder = ''
const inFolder = (name: string) => path.join(folder, name)

beforeAll(async () => {
  folder = temporaryFolder()
  await fillEveryTable(database.db)
  await takeBackup(database.db, inFolder('first'), now)
})

/** Every row of every table, from the server. */
async function contentsOf(db: Db): Promise<Record<string, string[]>> {
  const tables = await listTables(db)
  const entries = tables.map(async ({ name }) => {
    const { rows } = await sql<{ row: string }>`
      select row_to_json(t)::text as row from ${sql.table(name)} t order by 1`.execute(db)
    return [name, rows.map(({ row }) => row)] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** An empty database of the server, or the embedded one in a folder of its own. */
async function emptyDatabase(kind: 'server' | 'embedded', name: string) {
  if (kind === 'embedded') {
    const template = inject('template')
    // Without a database the folder is empty, and the restore creates it.
    if (template.kind === 'folder') copyTemplate(template, inFolder(name))
    return openTarget({ DATA_DIR: inFolder(name) })
  }
  const own = `${name}_${process.pid}`
  await sql`create database ${sql.id(own)}`.execute(database.db)
  const target = await openTarget({ DATABASE_URL: databaseUrl(server!, own), DATA_DIR: 'none' })
  const close = async () => {
    await target.close()
    await sql`drop database ${sql.id(own)} with (force)`.execute(database.db)
  }
  return { ...target, close }
}

/** An embedded database without tables, in a folder of its own. */
const newFolder = (name: string) => openTarget({ DATA_DIR: inFolder(name) })

describe('a backup', () => {
  it('goes from one Postgres to another and back without a difference in any row', async () => {
    const there = await emptyDatabase('embedded', 'there')
    await restoreBackup(there.db, inFolder('first'))
    await takeBackup(there.db, inFolder('second'), now)
    const back = await emptyDatabase(server ? 'server' : 'embedded', 'back')
    await restoreBackup(back.db, inFolder('second'))

    const before = await contentsOf(database.db)
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([])
    expect(await contentsOf(there.db)).toEqual(before)
    expect(await contentsOf(back.db)).toEqual(before)
    expect(await readFile(inFolder('second'))).toEqual(await readFile(inFolder('first')))

    // A new row gets an unused number, and every foreign key is enforced again.
    const row = { asked_by: 'test', started_at: now }
    const ask = (db: Db) =>
      db.insertInto('rebuilds').values(row).returning('id').executeTakeFirstOrThrow()
    const [here, later] = [await ask(database.db), await ask(back.db)]
    expect(later).toEqual(here)
    const orphan = back.db
      .insertInto('evidence')
      .values({ product_id: crypto.randomUUID(), position: 0, type: 'x', url: 'x', shows: null })
    await expect(orphan.execute()).rejects.toMatchObject({ code: '23503' })
    const { rows } = await sql`select from pg_constraint where condeferrable`.execute(back.db)
    expect(rows).toEqual([])
    await there.close()
    await back.close()
  })

  it('is private to its owner, and never overwrites another', async () => {
    expect((await stat(inFolder('first'))).mode & 0o777).toBe(0o600)
    const before = await readFile(inFolder('first'))
    await expect(takeBackup(database.db, inFolder('first'), now)).rejects.toThrow(
      `${inFolder('first')} exists already. Name another file; nothing was written.`,
    )
    expect(await readFile(inFolder('first'))).toEqual(before)
  })

  it('of the last version before the baseline is restored as it was there, and then migrated', async () => {
    const before = await newFolder('before')
    await migrate(before.db, baseline)
    await sql`delete from kysely_migration`.execute(before.db)
    await sql`insert into kysely_migration (name, timestamp)
      select name, ${now.toISOString()} from unnest(${replaced}::text[]) name`.execute(before.db)
    const tool = await insertTool(before.db, { packages: ['npm/x'] })
    await insertApproved(before.db, {}, [tool])
    await takeBackup(before.db, inFolder('at-0048'), now)
    const { undos, ...rows } = { undos: [], ...(await contentsOf(before.db)) }
    await before.close()

    const there = await newFolder('from-before')
    await restoreBackup(there.db, inFolder('at-0048'))
    expect(await listApplied(there.db)).toEqual(await listMigrations())
    expect(await contentsOf(there.db)).toEqual({ ...rows, undos })
    await there.close()
  })

  it.each([
    [
      'older than that',
      replaced.slice(0, -1),
      /at 0047_claims_wait, .* code of commit cbb57a9a, then/,
    ],
    [
      'newer than this code',
      ['9999_theirs'],
      /at 9999_theirs, .* with the code that took it, then/,
    ],
  ])('of a database %s is refused with what to do', async (title, schema, says) => {
    const file = inFolder(title.replaceAll(' ', '-'))
    async function* none() {}
    const header = { taken_at: now.toISOString(), schema: [...schema], tables: [], sequences: {} }
    await writeBackupFile(file, header, none())
    await expect(restoreBackup(database.db, file)).rejects.toThrow(says)
  })

  it('is one snapshot, whatever is written meanwhile', async () => {
    // The embedded database has one backend: writers wait for the transaction.
    const taken = takeBackup(database.db, inFolder('moment'), now)
    const written = Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        insertRow(database.db, 'mail_off', { hash: `m${n}`, at: now }),
      ),
    )
    const { tables } = await taken
    await written
    const lines = gunzipSync(await readFile(inFolder('moment')))
      .toString()
      .split('\n')
    for (const { name, rows } of tables)
      expect(lines.filter((line) => line.startsWith(`["${name}",`))).toHaveLength(rows)
  })
})

describe('a file that was changed', () => {
  const changed = async (name: string, change: (text: string) => string) => {
    const text = gunzipSync(await readFile(inFolder('first'))).toString()
    await writeFile(inFolder(name), gzipSync(change(text)))
    return inFolder(name)
  }
  const withoutLast = (text: string) => text.replace(/[^\n]*\n$/, '')

  it.each([
    ['a changed value', (text: string) => text.replace('Answers letters', 'Answers Letters')],
    ['a row too few', (text: string) => text.replace(/\n\["audit",[^\n]*/, '')],
    ['no end', withoutLast],
    ['a line that is cut', (text: string) => text.slice(0, -30)],
    [
      'a row too few under a right checksum',
      (text: string) => {
        const rows = withoutLast(text).replace(/\n\["audit",[^\n]*/, '')
        const sha256 = createHash('sha256').update(rows).digest('hex')
        return `${rows}${JSON.stringify({ end: true, sha256 })}\n`
      },
    ],
    ['more after its end', (text: string) => `${text}["audit",[]]\n`],
    ['another format', (text: string) => text.replace('backup/1', 'backup/2')],
    ['another schema', (text: string) => text.replace(/"schema":\["[^"]+",/, '"schema":[')],
    ['nothing in it', () => ''],
  ])('(%s) is refused before anything is touched', async (title, change) => {
    const file = await changed(title.replaceAll(' ', '-'), change)
    const untouchable = connect('postgres://x:x@127.0.0.1:9/x', { max: 1, onError: () => {} })
    await expect(restoreBackup(untouchable, file)).rejects.toThrow(BackupError)
    await untouchable.destroy()
  })

  it.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 100)],
    ['no backup', () => Buffer.from('select 1;')],
  ])('(%s as it lies there) is refused with a sentence', async (words, change) => {
    const file = inFolder(words.replaceAll(' ', '-'))
    await writeFile(file, change(await readFile(inFolder('first'))))
    await expect(restoreBackup(database.db, file)).rejects.toThrow(`${file} is ${words}`)
  })

  it('that is missing is named', async () => {
    const file = inFolder('nowhere')
    await expect(restoreBackup(database.db, file)).rejects.toThrow(`There is no file ${file}.`)
  })
})

it('a database with rows is not restored into, and keeps them', async () => {
  const before = await countRows(database.db, await listTables(database.db))
  await expect(restoreBackup(database.db, inFolder('first'))).rejects.toThrow(
    /^The database has rows already, in audit, .* Nothing was written\.$/,
  )
  expect(await countRows(database.db, await listTables(database.db))).toEqual(before)
})
