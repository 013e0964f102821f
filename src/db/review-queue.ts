import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from './connect.ts'

/** The pending listings in the order in which they are to be reviewed. */
export function listQueue(db: Db) {
  return db
    .selectFrom('products')
    .select(['slug', 'name', 'domain', 'qualification_type', 'review_priority', 'created_at'])
    .where('status', '=', 'pending')
    .orderBy('review_priority', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Everything an editor needs to decide on a listing, in any status. */
export function findForReview(db: Db, slug: string) {
  return db
    .selectFrom('products')
    .leftJoin('owner_claims', 'owner_claims.product_id', 'products.id')
    .select([
      'products.slug',
      'products.status',
      'source_kind',
      'name',
      'url',
      'domain',
      'description',
      'overview',
      'founder_name',
      'founder_twitter',
      'favicon_url',
      'screenshot_url',
      'audience_tags',
      'qualification_type',
      'agent_use_case',
      'qualification_statement',
      'workflow_summary',
      'agent_tools_used',
      'supporting_links',
      'claim_review_status',
      'submitter_email',
      'owner_claims.status as owner_status',
      'submitted_by_agent',
      'submission_tier',
      'created_at',
      'approved_at',
      'rejected_at',
      'rejection_reason',
      'withdrawn_at',
      'withdrawal_reason',
      'corrected_at',
    ])
    .select((eb) => [
      sql<
        string[]
      >`array(select t.slug from product_tools pt join tools t on t.id = pt.tool_id where pt.product_id = ${eb.ref('products.id')} order by pt.position)`.as(
        'tools',
      ),
      sql<
        string[]
      >`array(select name from product_custom_tools c where c.product_id = ${eb.ref('products.id')} order by position)`.as(
        'custom_tools',
      ),
      // What else came from this address, so that an editor sees a flood or an old acquaintance.
      jsonArrayFrom(
        eb
          .selectFrom('products as other')
          .select(['other.slug', 'other.status'])
          .whereRef('other.submitter_email', '=', 'products.submitter_email')
          .whereRef('other.id', '<>', 'products.id')
          .orderBy('other.created_at'),
      ).as('others_of_submitter'),
      jsonArrayFrom(
        eb
          .selectFrom('audit')
          .select(['at', 'actor', 'action', 'detail'])
          .whereRef('audit.product_id', '=', 'products.id')
          .orderBy('audit.id'),
      ).as('history'),
    ])
    .where('products.slug', '=', slug)
    .executeTakeFirst()
}
