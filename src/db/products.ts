import { type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from './connect.ts'
import type { Database } from './schema.ts'

/** Every approved listing, newest first. Tools are named by id. */
export function listApprovedProducts(db: Db) {
  return productQuery(db)
    .where('products.status', '=', 'approved')
    .orderBy('approved_at', 'desc')
    .orderBy('id')
    .execute()
}

/**
 * One listing of any status with its submitter; whether the caller may see it is for the caller to
 * decide.
 */
export function findProductBySlug(db: Db, slug: string) {
  return productQuery(db).select('submitter_email').where('slug', '=', slug).executeTakeFirst()
}

/** The approved listings among these slugs, in no order. */
export function listApprovedBySlug(db: Db, slugs: readonly string[]) {
  return productQuery(db)
    .where('status', '=', 'approved')
    .where('slug', '=', sql<string>`any(${[...slugs]}::text[])`)
    .execute()
}

/** The approved listings among these ids, in no order. */
export function listApprovedById(db: Db, ids: readonly string[]) {
  return productQuery(db)
    .where('status', '=', 'approved')
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
}

/** The code under which a listing refers others, turned into its id. */
export async function findReferrer(db: Db, code: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('products')
    .select('id')
    .where('referral_code', '=', code)
    .where('status', '=', 'approved')
    .executeTakeFirst()
  return row?.id
}

function productQuery(db: Db) {
  return db
    .selectFrom('products')
    .select([
      'id',
      'slug',
      'name',
      'description',
      'url',
      'domain',
      'status',
      'overview',
      'editorial_summary',
      'favicon_url',
      'screenshot_url',
      'founder_name',
      'founder_twitter',
      'founder_profile_slug',
      'submission_tier',
      'review_priority',
      'is_featured',
      'featured_rank',
      'view_count',
      'audience_tags',
      'badge_verified',
      'submitted_by_agent',
      'source_kind',
      'public_note',
      'qualification_type',
      'agent_use_case',
      'qualification_statement',
      'workflow_summary',
      'agent_tools_used',
      'supporting_links',
      'claim_review_status',
      'claim_reviewed_at',
      'claim_review_notes',
      'claim_verified_by',
      'claim_evidence_summary',
      'created_at',
      'approved_at',
    ])
    .select((eb) => [
      // The driver would read a date as midnight in the process's own time zone.
      sql<string | null>`to_char(${eb.ref('launch_date')}, 'YYYY-MM-DD')`.as('launch_date'),
      toolIds(eb).as('tool_ids'),
      jsonArrayFrom(
        eb
          .selectFrom('compatibility')
          .select(['tool_id', 'compatibility.status', 'note'])
          .whereRef('compatibility.product_id', '=', 'products.id')
          .orderBy('position'),
      ).as('compatibility'),
      jsonArrayFrom(
        eb
          .selectFrom('evidence')
          .select(['type', 'url', 'shows'])
          .whereRef('evidence.product_id', '=', 'products.id')
          .orderBy('position'),
      ).as('evidence'),
    ])
}

function toolIds(eb: ExpressionBuilder<Database, 'products'>) {
  return eb
    .selectFrom('product_tools')
    .select(sql<string[]>`coalesce(json_agg(tool_id order by position), '[]')`.as('ids'))
    .whereRef('product_tools.product_id', '=', 'products.id')
    .$asScalar()
    .$notNull()
}
