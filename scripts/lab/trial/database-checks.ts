// Checks of a trial that query the database directly, without the service.
import { sql } from 'kysely'
import type { Db } from '#db/connection/connect.ts'
import type { Acknowledged } from './client.ts'

/** Finds acknowledged submissions that are missing in the database, or have no mail there. */
export async function lostOf(db: Db, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const slugs = acknowledged.map(({ slug }) => slug)
  const { rows } = await sql<{ slug: string; email: string; mails: number }>`
    select slug, submitter_email as email,
      (select count(*)::int from outbox where product_id = p.id) as mails
    from products p where slug = any(${slugs})`.execute(db)
  return acknowledged.flatMap(({ slug, email }) => {
    const row = rows.find((each) => each.slug === slug && each.email === email)
    return row ? (row.mails === 0 ? [`the mail of ${slug}`] : []) : [slug]
  })
}

/** Whether the database has all rows that an approval writes, none of them, or only some. */
export async function approvalOf(db: Db, slug: string): Promise<'none' | 'whole' | 'half'> {
  const { rows } = await sql<{ status: string; mails: number; items: number; audit: number }>`
    select status,
      (select count(*)::int from outbox where product_id = p.id and kind = 'approval') as mails,
      (select count(*)::int from changelog where product_id = p.id) as items,
      (select count(*)::int from audit where product_id = p.id and action = 'approve') as audit
    from products p where slug = ${slug}`.execute(db)
  const { status, mails, items, audit } = rows[0]!
  if (status === 'pending' && mails + items + audit === 0) return 'none'
  return status === 'approved' && mails === 1 && items > 0 && audit === 1 ? 'whole' : 'half'
}
