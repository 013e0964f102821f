import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '#db/connection/connect.ts'
import type { Database } from '#db/migrations/schema.ts'

/**
 * The published issues, newest first, with the slugs of their approved products in order. An issue
 * without approved products is left out, as in the changelog.
 */
export function listIssues(db: Db) {
  return db
    .selectFrom('weekly_issues')
    .select(['number', 'slug', 'title', 'published_at'])
    .select(
      sql<string[]>`array(select p.slug from unnest(product_ids) with ordinality as ids (id, place)
        join products p on p.id = ids.id and p.status = 'approved' order by ids.place)`.as(
        'product_slugs',
      ),
    )
    .where(
      sql<boolean>`exists (select from products p where p.id = any(lead_product_id || product_ids) and p.status = 'approved')`,
    )
    .orderBy('number', 'desc')
    .execute()
}

/** The ids of the listings with these slugs that are or were public, in the order of the slugs. */
export async function findPublished(db: Db, slugs: readonly string[]): Promise<string[]> {
  const found = await db
    .selectFrom('products')
    .select(['id', 'slug'])
    .where('status', 'in', ['approved', 'withdrawn'])
    .where('slug', '=', sql<string>`any(${[...slugs]}::text[])`)
    .execute()
  const ids = new Map(found.map(({ slug, id }) => [slug, id]))
  return slugs.flatMap((slug) => ids.get(slug) ?? [])
}

/** A published issue. */
export function findIssue(db: Db, number: number) {
  return db
    .selectFrom('weekly_issues')
    .select(['slug', 'title', 'product_ids'])
    .where('number', '=', number)
    .executeTakeFirst()
}

type Issue = Insertable<Database['weekly_issues']>

export async function insertIssue(trx: Trx, issue: Issue): Promise<void> {
  await trx.insertInto('weekly_issues').values(issue).execute()
}

/** Replaces a published issue; its publication time stays. */
export async function replaceIssue(
  trx: Trx,
  { number, ...columns }: Omit<Issue, 'published_at'>,
): Promise<void> {
  await trx.updateTable('weekly_issues').set(columns).where('number', '=', number).execute()
}

/** The number of the last issue, and the listings for a draft of the next issue. */
export async function readDraft(db: Db, since: Date) {
  const [last, listings] = await Promise.all([
    db
      .selectFrom('weekly_issues')
      .select((eb) => eb.fn.max('number').as('number'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('products')
      .leftJoin('proofs', 'proofs.product_id', 'products.id')
      .select(['slug', 'name', 'description', 'proofs.last_activity'])
      .select([
        sql<boolean>`coalesce(claim_review_status = 'verified', false)`.as('is_verified'),
        sql<number>`(select count(*) from product_tools pt where pt.product_id = products.id)::int`.as(
          'tools',
        ),
        sql<number>`(select count(*) from jsonb_array_elements(proofs.tools) as tool
          where tool ->> 'state' = 'proved')::int`.as('proved'),
      ])
      .where('status', '=', 'approved')
      // What ended is no news of a stack.
      .where(sql<boolean>`lifecycle ->> 'state' = 'active'`)
      .where('approved_at', '>', since)
      .where(
        sql<boolean>`not exists (select from weekly_issues w where products.id = any(w.product_ids))`,
      )
      .orderBy('approved_at')
      .orderBy('slug')
      .execute(),
  ])
  // `as`: Kysely's type of `max` ignores that it is null for an empty table.
  return { lastNumber: (last.number as number | null) ?? 0, listings }
}
