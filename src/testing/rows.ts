import { type Insertable, type RawBuilder, type Selectable, type Updateable, sql } from 'kysely'
import type { Db } from '#db/connection/connect.ts'
import type { Database } from '#db/migrations/schema.ts'

type Table = keyof Database
type Row<T extends Table> = Selectable<Database[T]>
type Values<R> = { [K in keyof R]: R[K] | RawBuilder<unknown> }

/** The column that says in which order rows were written, or stand in a list. */
const inOrder: Partial<Record<Table, string>> = {
  audit: 'id',
  categories: 'position',
  changelog: 'timestamp',
  outbox: 'id',
  product_custom_tools: 'position',
  product_tools: 'position',
  proposals: 'id',
}

/** The rows of a table with these values, in their order; of each these columns, or all. */
export async function rowsOf<
  T extends Table,
  C extends keyof Row<T> & string = keyof Row<T> & string,
>(
  db: Db,
  table: T,
  where: Partial<Row<T>>,
  columns: readonly C[] = [],
): Promise<Pick<Row<T>, C>[]> {
  const wanted = columns.length === 0 ? sql`*` : sql.join(columns.map((name) => sql.ref(name)))
  const order = inOrder[table]
  const ordered = order === undefined ? sql`` : sql`order by ${sql.ref(order)}`
  const { rows } = await sql<Pick<Row<T>, C>>`
    select ${wanted} from ${sql.table(table)} where ${having(where)} ${ordered}`.execute(db)
  return rows
}

/** The only row of a table with these values, which must be there. */
export async function rowOf<
  T extends Table,
  C extends keyof Row<T> & string = keyof Row<T> & string,
>(db: Db, table: T, where: Partial<Row<T>>, columns: readonly C[] = []): Promise<Pick<Row<T>, C>> {
  const [row, ...others] = await rowsOf(db, table, where, columns)
  if (!row || others.length > 0)
    throw new Error(`${table} has ${others.length + (row ? 1 : 0)} rows`)
  return row
}

/** Inserts a row, as no command of the service would. */
export async function insertRow<T extends Table>(
  db: Db,
  table: T,
  row: Values<Insertable<Database[T]>>,
): Promise<void> {
  const [names, values] = [Object.keys(row), Object.values(row)]
  await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    values (${sql.join(values)})`.execute(db)
}

/** Changes all rows of a table with these values, as no command of the service would. */
export async function setRows<T extends Table>(
  db: Db,
  table: T,
  where: Partial<Row<T>>,
  values: Values<Updateable<Database[T]>>,
): Promise<void> {
  const set = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join(set)} where ${having(where)}`.execute(db)
}

/** Deletes all rows of these tables, one table after another. */
export async function emptyTables(db: Db, ...tables: Table[]): Promise<void> {
  for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(db)
}

function having(where: object) {
  const each = Object.entries(where).map(
    ([name, value]) => sql`${sql.ref(name)} is not distinct from ${value}`,
  )
  return each.length === 0 ? sql`true` : sql.join(each, sql` and `)
}
