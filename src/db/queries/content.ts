import { type Insertable, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Cycle } from '#contract/resources/cycle.ts'
import type { Db, Trx } from '#db/connection/connect.ts'
import { evidenceOf, launchDate, toolSlugs } from './decisions.ts'
import type { Database } from '#db/migrations/schema.ts'

/** Makes content syncs run one after another: two at once would publish a listing twice. */
export async function takeContentLock(trx: Trx): Promise<void> {
  await sql`select take_locks(array['content'])`.execute(trx)
}

export async function upsertCategories(
  trx: Trx,
  categories: readonly { slug: string; name: string; description: string }[],
): Promise<void> {
  const values = categories.map((category, position) => ({ ...category, position }))
  await trx
    .insertInto('categories')
    .values(values)
    .onConflict((oc) =>
      oc.column('slug').doUpdateSet(excluded(['name', 'description', 'position'])),
    )
    .execute()
}

/** Every tool, with its id and the fields of its content file. */
export function listToolFiles(db: Db) {
  return db
    .selectFrom('tools')
    .select(['id', 'slug', ...toolFields])
    .execute()
}

/** The columns of a tool that come from its content file. */
export const toolFields = [
  'name',
  'description',
  'category',
  'homepage',
  'aliases',
  'topics',
  'examples',
  'icon',
  'packages',
  'client_packages',
  'images',
  'marker_files',
  'hosts',
  'main',
  'cycles',
] as const satisfies (keyof Database['tools'])[]

export async function upsertTools(
  trx: Trx,
  tools: readonly (Omit<Insertable<Database['tools']>, 'cycles'> & { cycles: Cycle[] })[],
): Promise<void> {
  if (tools.length === 0) return
  await trx
    .insertInto('tools')
    // As text: the driver would write a list as an array of Postgres.
    .values(tools.map((tool) => ({ ...tool, cycles: JSON.stringify(tool.cycles) })))
    .onConflict((oc) => oc.column('slug').doUpdateSet(excluded(toolFields)))
    .execute()
}

/** For a row that is there already: these columns as they would have been inserted. */
function excluded(fields: readonly string[]) {
  return Object.fromEntries(fields.map((field) => [field, sql.ref(`excluded.${field}`)]))
}

/** Every curated listing in any status, with all fields of its content file. */
export function listCurated(trx: Trx) {
  return curated(trx).orderBy('id').execute()
}

/** One curated listing, like `listCurated`. */
export function findCurated(trx: Trx, id: string) {
  return curated(trx).where('id', '=', id).executeTakeFirstOrThrow()
}

function curated(trx: Trx) {
  return trx
    .selectFrom('products')
    .selectAll()
    .select((eb) => [
      launchDate.as('launch_date'),
      toolSlugs(sql.ref('products.id')).as('tools'),
      jsonArrayFrom(
        eb
          .selectFrom('compatibility')
          .innerJoin('tools', 'tools.id', 'compatibility.tool_id')
          .select(['tools.slug as tool', 'compatibility.status', 'note'])
          .whereRef('product_id', '=', 'products.id')
          .orderBy('position'),
      ).as('compatibility'),
      evidenceOf(eb).as('evidence'),
    ])
    .where('source_kind', '=', 'curated')
}

export type CuratedRow = Awaited<ReturnType<typeof listCurated>>[number]

/**
 * Listings in any status with one of these slugs or domains. A slug is taken forever, a domain only
 * while its listing is pending or approved.
 */
export async function listTaken(
  trx: Trx,
  names: { slugs: readonly string[]; domains: readonly string[] },
) {
  return trx
    .selectFrom('products')
    .select(['slug', 'domain', 'status'])
    .where((eb) =>
      eb.or([
        eb('slug', '=', sql<string>`any(${[...names.slugs]}::text[])`),
        eb('domain', '=', sql<string>`any(${[...names.domains]}::text[])`),
      ]),
    )
    .execute()
}

/** Locks listings in the order of their ids. Call it before taking the changelog lock. */
export async function lockListings(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await trx
    .selectFrom('products')
    .select('id')
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Inserts a listing and returns its id. */
export async function insertListing(
  trx: Trx,
  listing: Insertable<Database['products']>,
): Promise<string> {
  const { id } = await trx
    .insertInto('products')
    .values(listing)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
