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

/** Resets a database to before the baseline, with substitutes for the former search. */
async function goBack() {
  await sql
    .raw(
      `drop table claims, reports, editors, takings, editor_notices, undos;
       drop index outbox_report_decided_idx;
       alter table proofs drop column history;
       alter table products drop column topics, drop column examples, drop column lifecycle, drop column facts, drop column reading, drop column file_values, drop column stack_basis;
       alter table tools drop column topics, drop column examples, drop column main, drop column cycles;
       alter table owner_claims add column domain_token uuid not null default gen_random_uuid();
       alter table product_tools add column standing smallint not null default 0, add column agent_use_case text;
       create index product_tools_standing on product_tools (tool_id, standing desc, product_id);
       create table unanswered_questions (day date, door text, question text, count integer);
       create table search_documents (kind text, id uuid, name text, document tsvector);
       create table search_topics (word text primary key, marks tsquery not null);
       create table search_words (word text primary key, documents integer not null);
       insert into search_documents select 'product', id, name, to_tsvector('english', name) from products;
       create function find_candidates(jsonb, text, text, uuid[], text, integer, jsonb) returns json
         language sql as 'select null::json';
       create function similar_names(text, text, integer) returns setof search_documents
         language sql as 'select * from search_documents';
       create function words_of(text, tsvector, tsvector, uuid[]) returns text language sql as 'select $1';
       create function popularity_sizes() returns float8[] language sql as 'select null::float8[]';
       create function count_search_words() returns trigger language plpgsql as 'begin return null; end';
       create trigger search_words_added after insert on search_documents execute function count_search_words();
       create or replace function count_views(slugs text[], days date[], visitors text[], forget_before date)
         returns setof text language sql as 'select name from search_documents';`,
    )
    .execute(database.db)
  await setApplied(replaced)
}

describe('a database with every migration that the baseline replaces', () => {
  it('is taken over once: the former search is removed, its rows stay, its schema is that of a new database', async () => {
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
    expect(rows).toEqual((await listMigrations()).map((name) => ({ name })))
    const listed = await db
      .selectFrom('products')
      .innerJoin('product_tools', 'product_id', 'products.id')
      .select(['products.id', 'tool_id', 'topics'])
      .execute()
    expect(listed).toEqual([{ id, tool_id: tool.id, topics: [] }])
    expect(await migrate(db)).toEqual([])
  })

  it('that is older is refused with the steps by a backup, and left as it is', async () => {
    const { db } = database
    const older = replaced.slice(0, -2)
    await setApplied(older)
    const uses = [
      () => migrate(db),
      () => openMigrated(database.url),
      () => openExisting({ DATABASE_URL: database.url, DATA_DIR: 'none' }),
    ]
    for (const use of uses)
      await expect(use()).rejects.toThrow(
        /^The database is older than this code can update: it lacks 0028_popular_first, 0030_few_mails_unconfirmed\. .* npm run backup -- FILE .* npm run migrate with the code of commit d7319cd5/,
      )
    const { rows } = await sql`select name from kysely_migration order by name`.execute(db)
    expect(rows).toEqual(older.map((name) => ({ name })))
    await setApplied(await listMigrations())
  })
})
