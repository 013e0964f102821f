// Fills a database with the listings of content/ and with copies of them.
import { sql } from 'kysely'
import type { Content } from '#content-files/load.ts'
import type { Db } from '#db/connection/connect.ts'
import { syncContent } from '#editorial/sync-content.ts'

/** Adds listings to a new, migrated database until it has `size` approved listings. */
export async function fill(db: Db, content: Content, size: number): Promise<void> {
  await syncContent(db, content)
  const missing = size - content.listings.length
  await db.transaction().execute(async (trx) => {
    await sql`
      create temporary table copies on commit drop as
      select p.id as original, gen_random_uuid() as id, row_number() over () as place,
        translate(left(md5(p.slug || n), 10), '0123456789', 'ghijklmnop') as word
      from generate_series(1, ${Math.ceil(missing / content.listings.length)}::int) n
        cross join (select * from products order by slug) p
      limit ${missing}`.execute(trx)
    // A copy has the texts, facts, tools, claim and proof of its original. It is approved before any original.
    await sql`
      insert into products
      select copy.* from copies c join products p on p.id = c.original,
        lateral (select timestamptz '2022-12-01' + c.place * interval '20 minutes' as moment) m,
        lateral jsonb_populate_record(p, jsonb_build_object(
          'id', c.id, 'name', left(p.name, 60) || ' ' || c.word,
          'slug', rtrim(left(p.slug, 45), '-') || '-' || c.word,
          'url', 'https://' || c.word || '.example/', 'domain', c.word || '.example',
          'registrable_domain', c.word || '.example', 'source_kind', 'user_submission',
          'submitter_email', 'owner@' || c.word || '.example', 'referral_code', c.word,
          'view_count', 25000 / c.place, 'created_at', moment, 'approved_at', moment,
          'changed_at', moment)) copy`.execute(trx)
    for (const table of ['product_tools', 'compatibility', 'evidence', 'proofs'])
      await sql`
        insert into ${sql.table(table)}
        select copy.* from copies c join ${sql.table(table)} t on t.product_id = c.original,
          lateral jsonb_populate_record(t, jsonb_build_object('product_id', c.id)) copy`.execute(
        trx,
      )
    await sql`
      insert into changelog (type, "timestamp", product_id, approved_at)
      select 'product_approved', p.approved_at, p.id, p.approved_at
      from products p join copies using (id)`.execute(trx)
  })
  // Postgres would do this itself within a minute; the benchmark does not wait for that.
  await sql`vacuum analyze`.execute(db)
}
