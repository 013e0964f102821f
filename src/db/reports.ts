// What readers report as wrong in public listings: writing, joining, listing and deciding.
import { type RawBuilder, type Transaction, sql } from 'kysely'
import type { ReportState, ReportedFact } from '#contract/enums.ts'
import type { Db } from './connect.ts'
import type { Database } from './schema.ts'

export interface NewReport {
  slug: string
  fact: ReportedFact
  tool: string | null
  message: string
  source: string | null
  email: string | null
  sender: string
  digest: string
}

/** The most addresses that hear of one report. Further ones are counted, but not kept. */
const mostEmails = 20

/**
 * Writes a report, or joins it to an equal one that is open. Returns the id of its row; undefined
 * if the listing is not public any more.
 */
export async function insertReport(
  db: Db,
  { email, ...report }: NewReport,
): Promise<string | undefined> {
  const emails = email === null ? [] : [email]
  const { rows } = await sql<{ id: string }>`
    insert into reports (product_id, fact, tool, message, source, emails, sender, digest)
    select id, ${report.fact}, ${report.tool}, ${report.message}, ${report.source},
      ${emails}::text[], ${report.sender}, ${report.digest}
    from products where slug = ${report.slug} and status = 'approved'
    on conflict (digest) where state = 'open' do update set
      times = reports.times + 1,
      last_at = clock_timestamp(),
      source = coalesce(reports.source, excluded.source),
      emails = case
        when reports.emails @> excluded.emails or cardinality(reports.emails) >= ${mostEmails}
          then reports.emails
        else reports.emails || excluded.emails end
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
    .select(['times', 'first_at', 'last_at'])
    .select(sql<boolean>`emails <> '{}'`.as('has_email'))
    .where('state', '=', 'open')
    .where('products.status', '=', 'approved')
    .$if(slug !== undefined, (query) => query.where('slug', '=', slug!))
    .orderBy('first_at')
    .orderBy('reports.id')
    .execute()
}

/** The reports whose id begins so, at most two: editors type the first digits of an id. */
export function findReports(db: Db, beginning: string) {
  return db
    .selectFrom('reports')
    .innerJoin('products', 'products.id', 'reports.product_id')
    .select(['reports.id', 'product_id', 'slug', 'name', 'fact', 'tool'])
    .select(['state', 'decided_at', 'decided_by'])
    .where(sql<boolean>`starts_with(reports.id::text, ${beginning})`)
    .limit(2)
    .execute()
}

/** A report of a flood. */
export interface Flooded {
  id: string
  slug: string
  message: string
}

/**
 * Finds the flood of a report, that report first. A flood is the open reports of its sender, and
 * those that came within an hour of it, have a source in the same place (`placeOf`), and have an
 * e-mail address only if it has one.
 */
export async function findFlood(db: Db, id: string): Promise<Flooded[]> {
  const { rows } = await sql<Flooded>`
    select r.id, p.slug, r.message from reports one, reports r join products p on p.id = r.product_id
    where one.id = ${id}::uuid and one.state = 'open' and r.state = 'open'
      and (r.id = one.id or r.sender = one.sender or (
        r.first_at between one.first_at - interval '1 hour' and one.first_at + interval '1 hour'
        and (r.emails = '{}') = (one.emails = '{}')
        and ${placeOf('r')} is not distinct from ${placeOf('one')}))
    order by r.id <> one.id, r.first_at`.execute(db)
  return rows
}

// Many places share the host of a code host, so a source in the listing's own repository or site is
// one kind, whatever its host: a stranger's page there does not sweep it away.
function placeOf(table: 'r' | 'one'): RawBuilder<string | null> {
  const source = sql`lower(${sql.ref(`${table}.source`)})`
  const host = sql`split_part(${source}, '/', 3)`
  return sql`case when exists (
      select from products own left join proofs on proofs.product_id = own.id
      where own.id = ${sql.ref(`${table}.product_id`)} and (
        starts_with(${source}, lower(proofs.repository) || '/')
        or starts_with(split_part(${source}, '//', 2) || '/', own.domain || '/')))
    then 'its own' else ${host} end`
}

export interface ReportDecision {
  state: Exclude<ReportState, 'open'>
  answer: string | null
  by: string
}

/** Decides on those of these reports that are open, and returns them with their reporters. */
export function decideReports(
  trx: Transaction<Database>,
  ids: readonly string[],
  { state, answer, by }: ReportDecision,
) {
  return trx
    .updateTable('reports')
    .set({ state, answer, decided_by: by, decided_at: sql<Date>`now()` })
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('state', '=', 'open')
    .returning(['id', 'product_id', 'emails'])
    .execute()
}

/**
 * Opens again what one decision called junk, a whole flood too. A report whose equal came since
 * stays as it is: that one is open already. Returns how many are open again.
 */
export async function reopenJunk(trx: Transaction<Database>, id: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update reports set state = 'open', decided_at = null, decided_by = null
    from (select decided_at, decided_by from reports where id = ${id}::uuid and state = 'junk') one
    where reports.state = 'junk' and reports.decided_at = one.decided_at
      and reports.decided_by = one.decided_by
      and not exists (select from reports o where o.digest = reports.digest and o.state = 'open')`.execute(
    trx,
  )
  return Number(numAffectedRows)
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
