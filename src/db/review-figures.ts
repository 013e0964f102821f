import { sql } from 'kysely'
import type { ReportState } from '#contract/enums.ts'
import type { Db } from './connect.ts'
import {
  type OwnershipFigures,
  type RejectionReason,
  type ReviewMonth,
  type Spans,
  counted,
  readMonths,
  readOwnership,
  readProposals,
  readRejections,
  since,
} from './review-series.ts'

/** The public figures of the review: counts without names, texts or listings. */
export interface ReviewFigures {
  /** When the figures were read, as ISO text: they become a file of the build. */
  as_of: string
  /** Submissions that wait for an editor or for their owner, and the days of the longest wait. */
  waiting: { count: number; longest_days: number | null }
  submitted: Spans
  /**
   * Submissions by an editor's decision. `revision_asked`: returned to the owner for a revision.
   * `taken_back`: the approval was undone.
   */
  approved: Spans
  rejected: Spans
  revision_asked: Spans
  taken_back: Spans
  /** Rejections and withdrawals that an editor took back. */
  restored: Spans
  /** Rejections by the title of their usual reason; null for an editor's own words. */
  rejections: ({ reason: string | null } & Spans)[]
  /** What owners of public listings proposed to change. */
  proposals: { proposed: Spans; accepted: Spans; declined: Spans }
  ownership: OwnershipFigures
  months: ReviewMonth[]
  /**
   * From a submission to its first approval or rejection: the median hours, and the number of
   * submissions with such a decision.
   */
  first_decision: { hours: number | null; recent_hours: number | null } & Spans
  /** Public listings whose page shows the date of a correction. */
  corrected: Spans
  /** Public listings that were withdrawn, by who withdrew them. */
  withdrawn: { by_owner: Spans; by_editor: Spans }
  /**
   * What readers reported as wrong. `days`: the median from a report to the decision, without junk.
   */
  reports: {
    received: Spans
    mended: Spans
    answered: Spans
    junk: Spans
    days: number | null
    recent_days: number | null
  }
  /** The claims of public listings, by review status. */
  claims: { verified: number; not_yet: number; refused: number }
  /** Public listings: all, curated ones, and those with a proof. */
  listings: { total: number; curated: number; with_proof: number }
}

const spans = { recent: 0, ever: 0 } as const satisfies Spans

/** Counts the review's decisions. Periods end now, by the clock of the database. */
export async function readReviewFigures(
  db: Db,
  reasons: readonly RejectionReason[] = [],
): Promise<ReviewFigures> {
  const {
    rows: [state],
  } = await sql<
    Pick<ReviewFigures, 'waiting' | 'claims' | 'listings' | 'corrected'> & { as_of: Date }
  >`
    select now() as as_of,
      json_build_object(
        'count', count(*) filter (where status = 'pending'),
        'longest_days', floor(extract(epoch from now() - min(created_at) filter (where status = 'pending')) / 86400)
      ) as waiting,
      json_build_object(
        'verified', count(*) filter (where status = 'approved' and claim_review_status = 'verified'),
        'not_yet', count(*) filter (where status = 'approved' and claim_review_status in ('submitted', 'needs_revision')),
        'refused', count(*) filter (where status = 'approved' and claim_review_status = 'not_verified')
      ) as claims,
      json_build_object(
        'total', count(*) filter (where status = 'approved'),
        'curated', count(*) filter (where status = 'approved' and source_kind = 'curated'),
        'with_proof', count(*) filter (where status = 'approved' and exists (select from proofs where product_id = products.id))
      ) as listings,
      json_build_object(
        'recent', count(*) filter (where status = 'approved' and corrected_at > ${since()}),
        'ever', count(*) filter (where status = 'approved' and corrected_at is not null)
      ) as corrected
    from products where lifecycle ->> 'state' <> 'sunset'`.execute(db)
  // Actions of content files are left out: they are no review. An owner decides only on their own
  // listing.
  const { rows: actions } = await sql<{ action: string; by: string } & Spans>`
    select a.action, case when a.actor = 'owner' then 'owner' else 'editor' end as by,
      (count(*) filter (where a.at > ${since()}))::int as recent, count(*)::int as ever
    from audit a join products p on p.id = a.product_id
    where a.actor <> 'content' and p.source_kind = 'user_submission'
      and (a.action <> 'withdraw' or p.referral_code is not null)
    group by 1, 2`.execute(db)
  const of = (action: string, by = 'editor') => {
    const { recent, ever } = actions.find((row) => row.action === action && row.by === by) ?? spans
    return { recent, ever }
  }
  const { as_of, waiting, claims, listings, corrected } = state!
  return {
    as_of: as_of.toISOString(),
    waiting,
    // In the rows of `submit`, the column `editor` holds the submitter.
    submitted: of('submit'),
    approved: of('approve'),
    rejected: of('reject'),
    revision_asked: of('ask-revision'),
    taken_back: of('undo-approval'),
    restored: of('restore'),
    rejections: await readRejections(db, reasons),
    proposals: await readProposals(db),
    ownership: await readOwnership(db),
    months: await readMonths(db),
    first_decision: await readDecisionTimes(db),
    corrected,
    withdrawn: { by_owner: of('withdraw', 'owner'), by_editor: of('withdraw') },
    reports: await readReportFigures(db),
    claims,
    listings,
  }
}

async function readReportFigures(db: Db): Promise<ReviewFigures['reports']> {
  const decided = (state: ReportState) => counted(sql`state = ${state}`, sql`decided_at`)
  const days = sql`extract(epoch from decided_at - created_at)::float8 / 86400`
  const isLookedAt = sql`state in ('mended', 'answered')`
  const { rows } = await sql<ReviewFigures['reports']>`
    select ${counted(sql`true`, sql`created_at`)} as received, ${decided('mended')} as mended,
      ${decided('answered')} as answered, ${decided('junk')} as junk,
      percentile_cont(0.5) within group (order by ${days}) filter (where ${isLookedAt}) as days,
      percentile_cont(0.5) within group (order by ${days})
        filter (where ${isLookedAt} and decided_at > ${since()}) as recent_days
    from reports`.execute(db)
  return rows[0]!
}

/** Reads the time from a submission to its first decision. */
export async function readDecisionTimes(db: Db): Promise<ReviewFigures['first_decision']> {
  const { rows } = await sql<ReviewFigures['first_decision']>`
    select
      percentile_cont(0.5) within group (order by hours) as hours,
      percentile_cont(0.5) within group (order by hours) filter (where at > ${since()}) as recent_hours,
      (count(*) filter (where at > ${since()}))::int as recent, count(*)::int as ever
    from (
      select min(a.at) as at, extract(epoch from min(a.at) - min(p.created_at)) / 3600 as hours
      from audit a join products p on p.id = a.product_id
      where a.action in ('approve', 'reject') and p.source_kind = 'user_submission'
      group by p.id) as decisions`.execute(db)
  return rows[0]!
}
