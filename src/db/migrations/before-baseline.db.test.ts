import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { insertApproved, insertTool } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { baseline, replaced } from './before-baseline.ts'
import { migrate } from './migrate.ts'
import { openMigrated } from '#db/connection/open-database.ts'
import { openExisting } from '#db/connection/open-existing.ts'
import { listMigrations, readSchemaVersion } from './schema-version.ts'

const database = testDatabase()

/** Tables with columns, constraints, indexes, triggers and functions, from the server. */
async function schemaOf() {
  const { rows } = await sql<{ what: string }>`
    select format('column %s.%s %s %s %s', c.oid::regclass, a.attname, format_type(a.atttypid, a.atttypmod),
        a.attnotnull, pg_get_expr(d.adbin, d.adrelid)) as what
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    union all select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = current_schema()::regnamespace
    union all select indexdef from pg_indexes where schemaname = current_schema()
    union all select pg_get_triggerdef(t.oid) from pg_trigger t where not tgisinternal
    union all select pg_get_functiondef(p.oid)
      from pg_proc p where p.pronamespace = current_schema()::regnamespace and p.prokind = 'f'
    order by 1`.execute(database.db)
  return rows.map(({ what }) => what)
}

async function setApplied(names: readonly string[]) {
  await sql`delete from kysely_migration`.execute(database.db)
  await sql`insert into kysely_migration (name, timestamp)
    select name, ${new Date('2026-01-01').toISOString()} from unnest(${names}::text[]) name`.execute(
    database.db,
  )
}

/** Resets a database to before the baseline. */
async function goBack() {
  await sql`drop table undos`.execute(database.db)
  await setApplied(replaced)
}

describe('a database with every migration that the baseline replaces', () => {
  it('is taken over: its rows stay, its schema is that of a new database, and the code before works on it', async () => {
    const { db } = database
    const isNew = await schemaOf()
    const tool = await insertTool(db)
    const { id } = await insertApproved(db, {}, [tool])
    await goBack()
    expect(await schemaOf()).not.toEqual(isNew)

    const later = (await listMigrations()).filter((name) => name !== baseline)
    expect(await readSchemaVersion(db)).toEqual({ newer: [], older: later })
    await expect(openMigrated(database.url)).rejects.toThrow(
      `lacks ${later.join(', ')}. Run: npm run migrate`,
    )
    const applied = await Promise.all([migrate(db), migrate(db)])

    expect(applied.flat()).toEqual(later)
    expect(await schemaOf()).toEqual(isNew)
    const { rows } = await sql`select name from kysely_migration order by name`.execute(db)
    // That code knows `replaced`, and accepts migrations that are newer.
    expect(rows).toEqual([...replaced, ...later].map((name) => ({ name })))
    const listed = await db.selectFrom('product_tools').select(['product_id', 'tool_id']).execute()
    expect(listed).toEqual([{ product_id: id, tool_id: tool.id }])
    expect(await migrate(db)).toEqual([])
  })

  it.each([
    { older: replaced.slice(0, -2) },
    { older: ['0001_directory', '0030_few_mails_unconfirmed'] },
  ])(
    'that is older ($older) is refused with the steps by a backup, and left as it is',
    async ({ older }) => {
      const { db } = database
      await setApplied(older)
      const uses = [
        () => migrate(db),
        () => openMigrated(database.url),
        () => openExisting({ DATABASE_URL: database.url, DATA_DIR: 'none' }),
      ]
      for (const use of uses)
        await expect(use()).rejects.toThrow(
          /^The database is older than this code can update: it lacks (?:0031_baseline, .*)?0047_claims_wait, 0048_missing_tool\. .* npm run backup -- FILE .* npm run migrate with the code of commit cbb57a9a/,
        )
      const { rows } = await sql`select name from kysely_migration order by name`.execute(db)
      expect(rows).toEqual(older.map((name) => ({ name })))
      await setApplied(await listMigrations())
    },
  )
})
