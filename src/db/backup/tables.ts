import { sql } from 'kysely'
import type { Db } from '#db/connection/connect.ts'

/** A table of the directory, as Postgres's system catalogue describes it. */
export interface Table {
  name: string
  /** The columns that can be written, in the order of the table. Generated columns are left out. */
  columns: { name: string; type: string }[]
  primary_key: string[]
  /** The names of the sequences that the table's columns use. */
  sequences: string[]
}

/** Lists every table except those of the migrator. */
export async function listTables(db: Db): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      array(select a.attname::text from pg_constraint k, unnest(k.conkey) with ordinality as key (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = key.attnum
        where k.conrelid = c.oid and k.contype = 'p' order by key.place) as primary_key,
      array(select s.relname::text from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
        where d.refobjid = c.oid and d.deptype in ('a', 'i') order by s.relname) as sequences
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and not starts_with(c.relname, 'kysely_')
    order by c.relname`.execute(db)
  return rows
}

/** Counts the rows of each table, by table name. */
export async function countRows(
  db: Db,
  tables: readonly { name: string }[],
): Promise<Record<string, number>> {
  if (tables.length === 0) return {}
  const counts = tables.map(
    ({ name }) => sql`select ${name}::text as name, count(*)::int as rows from ${sql.table(name)}`,
  )
  const { rows } = await sql<{ name: string; rows: number }>`
    ${sql.join(counts, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]))
}
