import { type Transaction, sql } from 'kysely'
import type { Db } from './connect.ts'
import type { Database } from './schema.ts'

/**
 * The published issues, newest first, with the slugs of those of their products that stand, in
 * order. An issue with none is left out, as in the changelog.
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

/**
 * The approved listings among these slugs, kept from being changed until the commit; in one order
 * for everybody.
 */
export function lockApproved(trx: Transaction<Database>, slugs: readonly string[]) {
  return trx
    .selectFrom('products')
    .select(['id', 'slug'])
    .where('status', '=', 'approved')
    .where('slug', '=', sql<string>`any(${[...slugs]}::text[])`)
    .orderBy('id')
    .forKeyShare()
    .execute()
}

/** Which issue has this number or this slug already. */
export function findIssue(db: Db, { number, slug }: { number: number; slug: string }) {
  return db
    .selectFrom('weekly_issues')
    .select(['number', 'slug'])
    .where((eb) => eb.or([eb('number', '=', number), eb('slug', '=', slug)]))
    .executeTakeFirst()
}

export async function insertIssue(
  trx: Transaction<Database>,
  issue: {
    number: number
    slug: string
    title: string
    lead_product_id: string
    product_ids: string[]
    published_at: Date
  },
): Promise<void> {
  await trx.insertInto('weekly_issues').values(issue).execute()
}
