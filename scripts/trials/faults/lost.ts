import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import type { Acknowledged } from './caller.ts'

/**
 * Which of these submissions the database does not have whole, by its own word: the listing, and
 * the mail that tells of it.
 */
export async function lostOf(db: Db, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const rows = await db
    .selectFrom('products')
    .select(['slug', 'submitter_email', 'status'])
    .select(
      sql<number>`(select count(*)::int from outbox where product_id = products.id)`.as('mails'),
    )
    .where(
      'slug',
      'in',
      acknowledged.map(({ slug }) => slug),
    )
    .execute()
  const found = new Map(rows.map((row) => [row.slug, row]))
  return acknowledged.flatMap(({ slug, email }) => {
    const row = found.get(slug)
    if (row?.submitter_email !== email) return [slug]
    return row.mails === 0 ? [`the mail of ${slug}`] : []
  })
}

/** How a listing stands, if it stands in one way: all that an approval writes is there, or nothing. */
export async function standingOf(db: Db, slug: string): Promise<'pending' | 'approved' | 'half'> {
  const { rows } = await sql<{ status: string; mails: number; items: number; audit: number }>`
    select status,
      (select count(*)::int from outbox where product_id = p.id and kind = 'approval') as mails,
      (select count(*)::int from changelog where product_id = p.id) as items,
      (select count(*)::int from audit where product_id = p.id and action = 'approve') as audit
    from products p where slug = ${slug}`.execute(db)
  const { status, mails, items, audit } = rows[0]!
  if (status === 'pending' && mails + items + audit === 0) return 'pending'
  if (status === 'approved' && mails === 1 && items > 0 && audit === 1) return 'approved'
  return 'half'
}
