// Fills a database with the listings of content/ and generated listings.
import { type Transaction, sql } from 'kysely'
import type { Content } from '#content-files/load.ts'
import type { Db } from '#db/connect.ts'
import type { Database } from '#db/schema.ts'
import { syncContent } from '#editorial/sync-content.ts'
import { type GeneratedListing, generateListing } from './generate.ts'

const batch = 1000

/** Adds listings to a new, migrated database until it has `size` approved listings. */
export async function fill(db: Db, content: Content, size: number): Promise<void> {
  await syncContent(db, content)
  const missing = size - content.listings.length
  const { rows: tools } = await sql<{ id: string; slug: string }>`
    select id, slug from tools t
    order by (select count(*) from product_tools where tool_id = t.id) desc, slug`.execute(db)
  const toolIds = new Map(tools.map(({ id, slug }) => [slug, id]))
  const slugs = [...toolIds.keys()]
  for (let start = 0; start < missing; start += batch) {
    const length = Math.min(batch, missing - start)
    const listings = Array.from({ length }, (_, offset) => generateListing(start + offset, slugs))
    await db.transaction().execute((trx) => insertListings(trx, listings, content, toolIds))
  }
  // Postgres would do this itself within a minute; the benchmark does not wait for that.
  await sql`vacuum analyze`.execute(db)
}

async function insertListings(
  trx: Transaction<Database>,
  listings: readonly GeneratedListing[],
  { topics }: Content,
  toolIds: ReadonlyMap<string, string>,
) {
  const all = listings.map((listing) => ({ ...listing, id: crypto.randomUUID() }))
  const products = all.map(({ index, tools: _, compatibility: _c, evidence: _e, ...product }) => ({
    ...product,
    registrable_domain: product.domain,
    source_kind: 'user_submission' as const,
    status: 'approved' as const,
    referral_code: product.slug,
    submitter_email: `owner@${product.domain}`,
    changed_at: product.approved_at,
    topics: [...new Set([index, 7 * index].map((n) => topics[n % topics.length]!.slug))],
  }))
  const children = <T extends object>(of: (listing: GeneratedListing) => T[]) =>
    all.flatMap((listing) =>
      of(listing).map((row, position) => ({ product_id: listing.id, position, ...row })),
    )
  const tool = (slug: string) => ({ tool_id: toolIds.get(slug)! })
  const stacks = children(({ tools }) => tools.map(tool))
  const compatibility = children((listing) =>
    listing.compatibility.map(({ tool: slug, ...row }) => ({ ...row, ...tool(slug) })),
  )
  const changes = products.flatMap(
    ({ id, approved_at, claim_reviewed_at, claim_review_status }) => [
      { type: 'product_approved' as const, timestamp: approved_at, product_id: id, approved_at },
      ...(claim_reviewed_at
        ? [
            {
              type: 'claim_review_updated' as const,
              timestamp: claim_reviewed_at,
              product_id: id,
              claim_review_status,
              claim_reviewed_at,
            },
          ]
        : []),
    ],
  )
  await trx.insertInto('products').values(products).execute()
  await trx.insertInto('product_tools').values(stacks).execute()
  await trx.insertInto('compatibility').values(compatibility).execute()
  await trx
    .insertInto('evidence')
    .values(children(({ evidence }) => evidence))
    .execute()
  await trx.insertInto('changelog').values(changes).execute()
}
