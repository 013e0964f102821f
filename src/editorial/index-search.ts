import { type Transaction, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { trustPoints } from '#core/ranking.ts'
import { productDocument, toolDocument } from '#core/search-document.ts'
import { sourceQuality } from '#core/trust.ts'
import { setStandings } from '#db/recommend.ts'
import type { Database } from '#db/schema.ts'
import { setSearchDocuments } from '#db/search.ts'

/** Writes what a search looks at for these tools. */
export async function indexTools(
  trx: Transaction<Database>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const tools = await trx
    .selectFrom('tools')
    .select(['id', 'slug', 'name', 'description', 'aliases'])
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  await setSearchDocuments(
    trx,
    tools.map((tool) => ({
      kind: 'tool',
      id: tool.id,
      slug: tool.slug,
      name: tool.name,
      view_count: 0,
      ...toolDocument(tool),
    })),
  )
}

/**
 * Writes what searches and recommendations look at for these products, of which only the approved
 * ones are found.
 */
export async function indexProducts(
  trx: Transaction<Database>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const products = await trx
    .selectFrom('products')
    .select([
      'id',
      'slug',
      'name',
      'description',
      'overview',
      'workflow_summary',
      'qualification_statement',
      'agent_use_case',
      'view_count',
      'claim_review_status',
      'claim_reviewed_at',
      'badge_verified',
      'is_featured',
      'supporting_links',
    ])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('product_tools')
          .innerJoin('tools', 'tools.id', 'product_tools.tool_id')
          .select(['tools.id', 'tools.name', 'tools.aliases'])
          .whereRef('product_tools.product_id', '=', 'products.id')
          .orderBy('product_tools.position'),
      ).as('tools'),
    )
    .select((eb) =>
      jsonArrayFrom(
        eb.selectFrom('evidence').select('url').whereRef('evidence.product_id', '=', 'products.id'),
      ).as('evidence'),
    )
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('status', '=', 'approved')
    .execute()
  const trusted = products.map((product) => ({
    ...product,
    standing: trustPoints({ ...product, source_quality: sourceQuality(product) }),
  }))
  await setSearchDocuments(
    trx,
    trusted.map((product) => ({
      kind: 'product',
      id: product.id,
      slug: product.slug,
      name: product.name,
      view_count: product.view_count,
      tool_ids: product.tools.map(({ id }) => id),
      standing: product.standing,
      agent_use_case: product.agent_use_case,
      ...productDocument(product),
    })),
  )
  await setStandings(trx, trusted)
}

/**
 * The tools and approved products that have no search document yet, for example right after the
 * migration that made them.
 */
export async function findUnindexed(
  trx: Transaction<Database>,
): Promise<{ tools: string[]; products: string[] }> {
  const { rows } = await sql<{ tools: string[]; products: string[] }>`
    select
      array(select id::text from tools t where not exists (select from search_documents d where d.kind = 'tool' and d.id = t.id)) as tools,
      array(select id::text from products p where status = 'approved'
        and not exists (select from search_documents d where d.kind = 'product' and d.id = p.id)) as products`.execute(
    trx,
  )
  return rows[0]!
}
