// What readers report as wrong in public listings: writing, listing and deciding.
import { sql } from 'kysely'
import type { ReportState, ReportedFact } from '#contract/enums.ts'
import type { Db, Trx } from '#db/connection/connect.ts'

export interface NewReport {
  slug: string
  fact: ReportedFact
  tool: string | null
  message: string
  source: string | null
  email: string | null
}

/** Writes a report. Returns the id of its row; undefined if the listing is not public any more. */
export async function insertReport(
  db: Db,
  { slug, fact, tool, message, source, email }: NewReport,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into reports (product_id, fact, tool, message, source, email)
    select id, ${fact}, ${tool}, ${message}, ${source}, ${email}
    from products where slug = ${slug} and status = 'approved'
    returning id`.execute(db)
  return rows[0]?.id
}

export type OpenReport = Awaited<ReturnType<typeof listOpenReports>>[number]

/** The open reports about public listings, the oldest first: all, or those about one listing. */
export function listOpenReports(db: Db, slug?: string) {
  return db
    .selectFrom('reports')
    .innerJoin('products', 'products.id', 'reports.product_id')
    .select(['reports.id', 'slug', 'name', 'source_kind', 'fact', 'tool', 'message', 'source'])
    .select('reports.created_at')
    .select(sql<boolean>`email is not null`.as('has_email'))
    .where('state', '=', 'open')
    .where('products.status', '=', 'approved')
    .$if(slug !== undefined, (query) => query.where('slug', '=', slug!))
    .orderBy('reports.created_at')
    .orderBy('reports.id')
    .execute()
}

/** A report by its id, which an editor typed. */
export function findReport(db: Db, id: string) {
  return db
    .selectFrom('reports')
    .innerJoin('products', 'products.id', 'reports.product_id')
    .select(['reports.id', 'product_id', 'slug', 'name', 'fact', 'tool'])
    .select(['state', 'decided_at', 'decided_by'])
    .where(sql`reports.id::text`, '=', id.toLowerCase())
    .executeTakeFirst()
}

export interface ReportDecision {
  state: Exclude<ReportState, 'open'>
  answer: string | null
  by: string
}

/** Decides on a report, and returns the address of its reporter; undefined if it is not open. */
export function setReportDecided(trx: Trx, id: string, { state, answer, by }: ReportDecision) {
  return trx
    .updateTable('reports')
    .set({ state, answer, decided_by: by, decided_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('email')
    .executeTakeFirst()
}

/** Opens a report again that was called junk. Returns false if it is not junk. */
export async function reopenJunk(trx: Trx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('reports')
    .set({ state: 'open', decided_at: null, decided_by: null })
    .where('id', '=', id)
    .where('state', '=', 'junk')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** How many open reports there are about public listings. */
export async function countOpenReports(db: Db): Promise<number> {
  const row = await db
    .selectFrom('reports')
    .innerJoin('products', 'products.id', 'reports.product_id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('state', '=', 'open')
    .where('products.status', '=', 'approved')
    .executeTakeFirstOrThrow()
  return row.count
}
