import { type Transaction, sql } from 'kysely'
import type { Content } from '#content-files/load.ts'
import type { ListingFile } from '#content-files/schemas.ts'
import { domainName } from '#core/domain-name.ts'
import type { Db } from '#db/connect.ts'
import type { Database } from '#db/schema.ts'
import { findUnindexed, indexProducts, indexTools } from './index-search.ts'
import { publishListing } from './publish-listing.ts'

/** The part of content/ that the database holds. */
export type SyncedContent = Pick<Content, 'categories' | 'tools' | 'codeHosts' | 'listings'>

/**
 * Brings the database in line with content/: categories and tools are upserted, starters that
 * nobody has yet are published by the same code as an approval. A listing that is there is left
 * alone: once imported, the database owns it (decision 0006).
 */
export async function syncContent(db: Db, content: SyncedContent): Promise<{ published: number }> {
  return db.transaction().execute(async (trx) => {
    // Two builds at once would publish a starter twice.
    await sql`select take_locks(array['content'])`.execute(trx)
    await upsertCategories(trx, content.categories)
    const renamed = await upsertTools(trx, content.tools)
    const published = await publishStarters(trx, content)
    await indexChanges(trx, renamed)
    return { published }
  })
}

// A tool that is called something else is found by it, and so are the products built with it.
async function indexChanges(trx: Transaction<Database>, renamed: readonly string[]) {
  const unindexed = await findUnindexed(trx)
  const builtWith = await trx
    .selectFrom('product_tools')
    .select('product_id')
    .distinct()
    .where('tool_id', '=', sql<string>`any(${[...renamed]}::uuid[])`)
    .execute()
  await indexTools(trx, [...new Set([...renamed, ...unindexed.tools])])
  await indexProducts(trx, [
    ...new Set([...builtWith.map(({ product_id }) => product_id), ...unindexed.products]),
  ])
}

async function upsertCategories(
  trx: Transaction<Database>,
  categories: SyncedContent['categories'],
) {
  const values = categories.map((category, position) => ({ ...category, position }))
  await trx
    .insertInto('categories')
    .values(values)
    .onConflict((oc) =>
      oc.column('slug').doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
        description: eb.ref('excluded.description'),
        position: eb.ref('excluded.position'),
      })),
    )
    .execute()
}

/** Returns the ids of the tools that were there and are called or described otherwise now. */
async function upsertTools(
  trx: Transaction<Database>,
  tools: SyncedContent['tools'],
): Promise<string[]> {
  const described = () =>
    trx.selectFrom('tools').select(['id', 'name', 'description', 'aliases']).execute()
  const before = new Map((await described()).map((tool) => [tool.id, JSON.stringify(tool)]))
  const values = tools.map(({ slug, value }) => ({ slug, ...value, icon: value.icon ?? null }))
  await trx
    .insertInto('tools')
    .values(values)
    .onConflict((oc) =>
      oc.column('slug').doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
        description: eb.ref('excluded.description'),
        category: eb.ref('excluded.category'),
        homepage: eb.ref('excluded.homepage'),
        aliases: eb.ref('excluded.aliases'),
        icon: eb.ref('excluded.icon'),
      })),
    )
    .execute()
  return (await described()).flatMap((tool) =>
    before.has(tool.id) && before.get(tool.id) !== JSON.stringify(tool) ? [tool.id] : [],
  )
}

async function publishStarters(
  trx: Transaction<Database>,
  { listings, codeHosts }: SyncedContent,
): Promise<number> {
  const toolIds = new Map(
    (await trx.selectFrom('tools').select(['id', 'slug']).execute()).map(({ id, slug }) => [
      slug,
      id,
    ]),
  )
  const there = await trx.selectFrom('products').select(['slug', 'domain', 'status']).execute()
  const slugs = new Set(there.map(({ slug }) => slug))
  const domains = new Set(
    there.flatMap(({ domain, status }) => (status === 'rejected' ? [] : [domain])),
  )
  let published = 0
  // In order of approval, so that each keeps its own time in the changelog.
  for (const { slug, file, value } of [...listings].sort((a, b) =>
    a.value.approved_at < b.value.approved_at ? -1 : 1,
  )) {
    const name = domainName(value.url, codeHosts)
    if (!name.ok) throw new Error(`${file}: url: ${name.reason}`)
    if (slugs.has(slug) || domains.has(name.domain)) continue
    domains.add(name.domain)
    await publishStarter(
      trx,
      { slug, domain: name.domain, registrable_domain: name.registrable, value },
      toolIds,
    )
    published++
  }
  return published
}

async function publishStarter(
  trx: Transaction<Database>,
  starter: { slug: string; domain: string; registrable_domain: string; value: ListingFile },
  toolIds: ReadonlyMap<string, string>,
) {
  const { tools, compatibility, evidence, approved_at, ...columns } = starter.value
  const { slug, domain, registrable_domain } = starter
  const { id } = await trx
    .insertInto('products')
    .values({
      ...columns,
      slug,
      domain,
      registrable_domain,
      source_kind: 'curated',
      status: 'pending',
      created_at: new Date(approved_at),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ofProduct = { product_id: id }
  await trx
    .insertInto('product_tools')
    .values(
      tools.map((tool, position) => ({ ...ofProduct, position, tool_id: toolIds.get(tool)! })),
    )
    .execute()
  if (compatibility.length > 0) {
    const rows = compatibility.map(({ tool, status, note }, position) => ({
      ...ofProduct,
      position,
      tool_id: toolIds.get(tool)!,
      status,
      note,
    }))
    await trx.insertInto('compatibility').values(rows).execute()
  }
  await trx
    .insertInto('evidence')
    .values(evidence.map((item, position) => ({ ...ofProduct, position, ...item })))
    .execute()
  await publishListing(
    trx,
    { id, founder_name: columns.founder_name },
    { actor: 'content', approvedAt: approved_at },
  )
}
