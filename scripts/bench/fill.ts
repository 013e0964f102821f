import { type Transaction, sql } from 'kysely'
import type { Content } from '#content-files/load.ts'
import type { Db } from '#db/connect.ts'
import type { Database } from '#db/schema.ts'
import { syncContent } from '#editorial/sync-content.ts'
import { type GeneratedListing, generateListing } from './generate.ts'

type Listing = GeneratedListing & { topics: string[] }

const batch = 1000

/**
 * Brings a migrated database to `size` approved listings: the starters of content/, each once, and
 * generated ones for the rest.
 */
export async function fill(db: Db, content: Content, size: number): Promise<void> {
  await syncContent(db, content)
  const { rows } = await sql<{ listings: number; next: number }>`
    select count(*) filter (where status = 'approved')::int as listings,
      count(*) filter (where source_kind <> 'curated')::int as next
    from products`.execute(db)
  const { listings: there, next } = rows[0]!
  const missing = size - there
  const tools = toolsByUse(content)
  const topics = content.topics.map(({ slug }) => slug)
  const listingAt = (n: number): Listing => {
    const two = [n, 7 * n].map((at) => topics[at % topics.length]!)
    return { ...generateListing(n, tools), topics: [...new Set(two)] }
  }
  for (let start = 0; start < missing; start += batch) {
    const listings = Array.from({ length: Math.min(batch, missing - start) }, (_, offset) =>
      listingAt(next + start + offset),
    )
    await db.transaction().execute((trx) => insertListings(trx, listings))
  }
  // What the server of a database does by itself when it is left alone for a minute.
  await sql`vacuum analyze`.execute(db)
}

/** The slugs of all tools; those that most starters are built with come first. */
function toolsByUse({ tools, listings }: Content): string[] {
  const uses = new Map<string, number>()
  for (const tool of listings.flatMap(({ value }) => value.tools))
    uses.set(tool, (uses.get(tool) ?? 0) + 1)
  return tools
    .map(({ slug }) => slug)
    .sort((a, b) => (uses.get(b) ?? 0) - (uses.get(a) ?? 0) || (a < b ? -1 : 1))
}

async function insertListings(trx: Transaction<Database>, listings: Listing[]) {
  const ids = await insertProducts(trx, listings)
  const rows = <T>(of: (listing: Listing) => readonly T[]) =>
    JSON.stringify(
      listings.flatMap((listing) =>
        of(listing).map((row, position) => ({
          product_id: ids.get(listing.slug)!,
          position,
          ...row,
        })),
      ),
    )
  await sql`
    insert into product_tools (product_id, tool_id, position)
    select r.product_id, t.id, r.position
    from jsonb_to_recordset(${rows((l) => l.tools.map((tool) => ({ tool })))}::jsonb)
      as r (product_id uuid, position int, tool text) join tools t on t.slug = r.tool`.execute(trx)
  await sql`
    insert into compatibility (product_id, tool_id, position, status, note)
    select r.product_id, t.id, r.position, r.status, r.note
    from jsonb_to_recordset(${rows((l) => l.compatibility)}::jsonb)
      as r (product_id uuid, position int, tool text, status text, note text)
    join tools t on t.slug = r.tool`.execute(trx)
  await sql`
    insert into evidence (product_id, position, type, url, shows)
    select product_id, position, type, url, shows
    from jsonb_to_recordset(${rows((l) => l.evidence)}::jsonb)
      as r (product_id uuid, position int, type text, url text, shows text)`.execute(trx)
  await insertChanges(trx, [...ids.values()])
}

/** Returns the ids by slug. */
async function insertProducts(
  trx: Transaction<Database>,
  listings: readonly Listing[],
): Promise<Map<string, string>> {
  const rows = listings.map(({ tools: _, compatibility: _c, evidence: _e, ...listing }) => ({
    ...listing,
    id: crypto.randomUUID(),
  }))
  // Everything that the generator makes is a column, but for what the row of an approval adds.
  const columns = Object.keys(rows[0]!)
  const names = sql.join(columns.map((name) => sql.ref(name)))
  await sql`
    insert into products (${names}, registrable_domain, source_kind, status, referral_code,
      submitter_email, changed_at)
    select ${names}, domain, 'user_submission', 'approved', slug,
      'owner@' || domain, approved_at
    from jsonb_populate_recordset(null::products, ${JSON.stringify(rows)}::jsonb)`.execute(trx)
  return new Map(rows.map(({ slug, id }) => [slug, id]))
}

async function insertChanges(trx: Transaction<Database>, ids: readonly string[]) {
  await sql`
    insert into changelog
      (type, "timestamp", product_id, approved_at, claim_review_status, claim_reviewed_at)
    select 'product_approved', approved_at, id, approved_at, null, null
    from products where id = any(${[...ids]}::uuid[])
    union all
    select 'claim_review_updated', claim_reviewed_at, id, null, claim_review_status,
      claim_reviewed_at
    from products where id = any(${[...ids]}::uuid[]) and claim_reviewed_at is not null`.execute(
    trx,
  )
}
