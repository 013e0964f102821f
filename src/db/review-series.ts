// Figures of the review in more detail: why submissions were rejected, what became of proposals,
// and the months. One query for each.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './connect.ts'

/** A count for the last 90 days, and one since the beginning. */
export interface Spans {
  recent: number
  ever: number
}

const recentDays = 90

/** The time after which something is recent, by the clock of the database. */
export function since() {
  return sql`now() - make_interval(days => ${recentDays})`
}

/** Counts the rows with a condition, in the last 90 days by a time of theirs, and in all: `Spans`. */
export function counted(which: RawBuilder<unknown>, at: RawBuilder<unknown>) {
  return sql`json_build_object(
    'recent', count(*) filter (where ${which} and ${at} > ${since()}),
    'ever', count(*) filter (where ${which}))`
}

/** A usual reason of a rejection, with the texts that are mailed for it. */
export interface RejectionReason {
  title: string
  text: string
  with_look_alike?: string | undefined
}

/**
 * How often each usual reason was mailed with a rejection, the most frequent first. `null` counts
 * rejections in an editor's own words. A rejection with two reasons counts for both.
 */
export async function readRejections(
  db: Db,
  reasons: readonly RejectionReason[],
): Promise<({ reason: string | null } & Spans)[]> {
  const known = reasons.map(({ title, text, with_look_alike: other }) => ({
    title,
    leads: [text, ...(other === undefined ? [] : [other])].map(leadOf),
  }))
  const { rows } = await sql<{ reason: string | null } & Spans>`
    with known as (
      select title, jsonb_array_elements_text(leads) as lead
      from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as k (title text, leads jsonb)),
    rejections as (
      select a.id, a.at, a.detail ->> 'reason' as text
      from audit a join products p on p.id = a.product_id
      where a.action = 'reject' and p.source_kind = 'user_submission')
    select known.title as reason,
      (count(distinct r.id) filter (where r.at > ${since()}))::int as recent,
      count(distinct r.id)::int as ever
    from rejections r left join known on position(known.lead in r.text) > 0
    group by 1 order by ever desc, reason`.execute(db)
  return rows
}

// The beginning of a text, up to what is filled in: an editor may change the rest.
function leadOf(text: string): string {
  return text.split('{{')[0]!.slice(0, 60)
}

/** Changes of public listings that owners proposed, and how many were accepted or declined. */
export async function readProposals(
  db: Db,
): Promise<{ proposed: Spans; accepted: Spans; declined: Spans }> {
  const { rows } = await sql<Awaited<ReturnType<typeof readProposals>>>`
    select ${counted(sql`true`, sql`created_at`)} as proposed,
      ${counted(sql`outcome = 'accepted'`, sql`decided_at`)} as accepted,
      ${counted(sql`outcome = 'declined'`, sql`decided_at`)} as declined
    from proposals`.execute(db)
  return rows[0]!
}

/** What became of claims of ownership. */
export interface OwnershipFigures {
  /** A proof was seen. */
  claimed: Spans
  /** Another owner had at least as good a proof. */
  refused: Spans
  /** The proof was gone for too long. */
  lapsed: Spans
}

/** Counts claims of ownership, of every listing, by the records of what became of them. */
export async function readOwnership(db: Db): Promise<OwnershipFigures> {
  const count = (action: string) => counted(sql`action = ${action}`, sql`at`)
  const { rows } = await sql<OwnershipFigures>`
    select ${count('claim')} as claimed, ${count('refuse-claim')} as refused,
      ${count('end-claim')} as lapsed
    from audit`.execute(db)
  return rows[0]!
}

/** What happened to submissions in a month, as YYYY-MM in UTC. */
export interface ReviewMonth {
  month: string
  submitted: number
  approved: number
  rejected: number
}

/** The last twelve months in order, from the first with a submission or a decision. */
export async function readMonths(db: Db): Promise<ReviewMonth[]> {
  const { rows } = await sql<ReviewMonth>`
    with done as (
      select a.action, date_trunc('month', a.at at time zone 'utc') as month
      from audit a join products p on p.id = a.product_id
      where a.action in ('submit', 'approve', 'reject') and a.actor <> 'content'
        and p.source_kind = 'user_submission')
    select to_char(m, 'YYYY-MM') as month,
      (count(*) filter (where action = 'submit'))::int as submitted,
      (count(*) filter (where action = 'approve'))::int as approved,
      (count(*) filter (where action = 'reject'))::int as rejected
    from generate_series(
      greatest((select min(month) from done), date_trunc('month', now() at time zone 'utc') - interval '11 months'),
      date_trunc('month', now() at time zone 'utc'), interval '1 month') as m
    left join done on done.month = m
    where exists (select from done)
    group by m order by m`.execute(db)
  return rows
}
