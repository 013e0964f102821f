import type { Db } from './connect.ts'

/** What was done, the newest first: to one listing, or to all and to the directory itself. */
export function listHistory(db: Db, { slug, limit }: { slug?: string; limit: number }) {
  return db
    .selectFrom('audit')
    .leftJoin('products', 'products.id', 'audit.product_id')
    .select(['audit.at', 'audit.actor', 'audit.action', 'products.slug', 'audit.detail'])
    .$if(slug !== undefined, (query) => query.where('products.slug', '=', slug!))
    .orderBy('audit.id', 'desc')
    .limit(limit)
    .execute()
}

/** Whether any listing, in whatever state, has this slug. */
export async function hasListing(db: Db, slug: string): Promise<boolean> {
  const row = await db
    .selectFrom('products')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirst()
  return row !== undefined
}
