import { type ExpressionBuilder, type UpdateObject, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { CompatibilityStatus } from '#contract/enums.ts'
import type { Db, Trx } from '#db/connection/connect.ts'
import type { Database } from '#db/migrations/schema.ts'

/** A listing whose row is locked until the decision on it is committed. */
export type LockedListing = NonNullable<Awaited<ReturnType<typeof lockListing>>>

/** Finds a listing in any status and locks its row. Take this lock before every other lock. */
export function lockListing(trx: Trx, slug: string) {
  return everyColumn(trx).where('slug', '=', slug).forUpdate().executeTakeFirst()
}

/** A listing in any status. */
export function findListing(db: Db, slug: string) {
  return everyColumn(db).where('slug', '=', slug).executeTakeFirst()
}

/** Every column of a locked listing, its tools in order, and its page with prices. */
export function readWhole(trx: Db, id: string) {
  return everyColumn(trx)
    .select([
      toolSlugs(sql.ref('products.id')).as('tool_slugs'),
      customToolNames.as('custom_tools'),
      pricingUrl.as('pricing_url'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

function everyColumn(db: Db) {
  return db.selectFrom('products').selectAll().select(launchDate.as('launch_date'))
}

/** As text: the driver would turn the date into midnight of the process's own time zone. */
export const launchDate = sql<string | null>`to_char(products.launch_date, 'YYYY-MM-DD')`

/** The evidence of a listing, in its order. */
export function evidenceOf(eb: ExpressionBuilder<Database, 'products'>) {
  return jsonArrayFrom(
    eb
      .selectFrom('evidence')
      .select(['type', 'url', 'shows'])
      .whereRef('evidence.product_id', '=', 'products.id')
      .orderBy('position'),
  )
}

/** The address of a listing's page with prices, which is one of its facts. */
export const pricingUrl = sql<string | null>`(select fact->>'value'
  from jsonb_array_elements(products.facts) as fact where fact->>'fact' = 'pricing')`

/** The slugs of a listing's tools, in their order. */
export function toolSlugs(id: ReturnType<typeof sql.ref>) {
  return sql<
    string[]
  >`array(select t.slug from product_tools pt join tools t on t.id = pt.tool_id where pt.product_id = ${id} order by pt.position)`
}

/** The names of a listing's custom tools, in their order. */
export const customToolNames = sql<string[]>`array(
  select c.name from product_custom_tools c where c.product_id = products.id order by c.position)`

/** Writes columns of one listing. */
export async function setListing(
  db: Db,
  id: string,
  columns: UpdateObject<Database, 'products'>,
): Promise<void> {
  await db.updateTable('products').set(columns).where('id', '=', id).execute()
}

/** The time of the database, as a column value. */
export const databaseNow = sql<Date>`clock_timestamp()`

/** Column values that undo a rejection or withdrawal. Its audit row stays. */
export const notGone = {
  rejected_at: null,
  rejection_reason: null,
  withdrawn_at: null,
  withdrawal_reason: null,
} as const

/** The lists of a listing that are tables, each in its order. */
interface Lists {
  tool_ids?: readonly string[] | undefined
  custom_tools?: readonly string[] | undefined
  compatibility?: readonly { tool_id: string; status: CompatibilityStatus; note: string | null }[]
  evidence?: readonly { type: string; url: string; shows: string }[]
}

/** Replaces lists of a listing; one that is not given stays. */
export async function replaceLists(trx: Trx, product_id: string, lists: Lists): Promise<void> {
  const given = {
    product_tools: lists.tool_ids?.map((tool_id) => ({ tool_id })),
    product_custom_tools: lists.custom_tools?.map((name) => ({ name })),
    compatibility: lists.compatibility,
    evidence: lists.evidence,
  }
  for (const table of Object.keys(given) as (keyof typeof given)[]) {
    const rows = given[table]?.map((item, position) => ({ product_id, position, ...item }))
    if (!rows) continue
    await trx.deleteFrom(table).where('product_id', '=', product_id).execute()
    if (rows.length > 0) await trx.insertInto(table).values(rows).execute()
  }
}

/** The pending or approved listing with this domain, other than the one with the id `except`. */
export function findDomainHolder(db: Db, domain: string, except: string) {
  return db
    .selectFrom('products')
    .select(['slug', 'status'])
    .where('domain', '=', domain)
    .where('status', 'in', ['pending', 'approved'])
    .where('id', '<>', except)
    .executeTakeFirst()
}

/** The actions that change the texts of a listing, or propose a change. */
export const rewrites = [
  'edit',
  'revise',
  'propose',
  'take-back',
  'accept',
  'promote-tool',
  'undo',
] as const

/** SQL for the version of a listing's texts: the id of its last action in `rewrites`, or "0". */
export function versionOf(id: ReturnType<typeof sql.ref>) {
  return sql<string>`(select coalesce(max(a.id), 0)::text from audit a
    where a.product_id = ${id} and a.action = any(${[...rewrites]}::text[]))`
}

/** The version of the texts of one listing, see `versionOf`. */
export async function findVersion(db: Db, id: string): Promise<string> {
  const { version } = await db
    .selectFrom('products')
    .select(versionOf(sql.ref('products.id')).as('version'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return version
}

/** The most recent of these actions on a listing, or of all, with its actor. */
export function findLastAction(db: Db, productId: string, actions?: readonly string[]) {
  return db
    .selectFrom('audit')
    .select(['actor', 'action', 'at'])
    .where('product_id', '=', productId)
    .$if(actions !== undefined, (query) => query.where('action', 'in', [...actions!]))
    .orderBy('id', 'desc')
    .executeTakeFirst()
}
