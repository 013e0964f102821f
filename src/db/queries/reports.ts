// What readers report as wrong in public listings: writing, listing and deciding.
import { type Selectable, sql } from 'kysely'
import type { ReportState } from '#contract/enums.ts'
import type { Db, Trx } from '#db/connection/connect.ts'
import type { Database } from '#db/migrations/schema.ts'

export type NewReport = { slug: string } & Pick<
  Selectable<Database['reports']>,
  'fact' | 'tool' | 'message' | 'source' | 'email'
>

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

const reportId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** A report by its id, in any state and whether its listing is public or not. */
export async function findReport(db: Db, id: string) {
  if (!reportId.test(id)) return undefined
  return db
    .selectFrom('reports')
    .innerJoin('products', 'products.id', 'reports.product_id')
    .select(['reports.id', 'product_id', 'slug', 'name', 'products.status', 'fact', 'tool'])
    .select(['state', 'answer', 'decided_at', 'decided_by', 'email'])
    .where('reports.id', '=', id)
    .executeTakeFirst()
}

export interface ReportDecision {
  state: ReportState
  answer: string | null
  by: string
}

/**
 * Decides on an open report, or opens a decided one again. Returns the address of its reporter;
 * undefined if the report is in another state.
 */
export function setReportState(trx: Trx, id: string, { state, answer, by }: ReportDecision) {
  const decided =
    state === 'open'
      ? { answer: null, decided_by: null, decided_at: null }
      : { answer, decided_by: by, decided_at: sql<Date>`now()` }
  return trx
    .updateTable('reports')
    .set({ state, ...decided })
    .where('id', '=', id)
    .where('state', state === 'open' ? '<>' : '=', 'open')
    .returning('email')
    .executeTakeFirst()
}
