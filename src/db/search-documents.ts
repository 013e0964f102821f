import { type Transaction, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { setStandings } from './recommend.ts'
import type { Database } from './schema.ts'

/** What the search documents of these tools are made from. */
export function listToolsToIndex(trx: Transaction<Database>, ids: readonly string[]) {
  return trx
    .selectFrom('tools')
    .select(['id', 'slug', 'name', 'description', 'category', 'aliases', 'asks'])
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
}

/** What the search documents of these products are made from; only approved ones have any. */
export function listProductsToIndex(trx: Transaction<Database>, ids: readonly string[]) {
  return trx
    .selectFrom('products')
    .select([
      'id',
      'slug',
      'name',
      'description',
      'overview',
      'workflow_summary',
      'qualification_statement',
      'asks',
      'qualification_type',
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
}

/** Takes products out of search and recommendations. */
export async function deleteProductDocuments(
  trx: Transaction<Database>,
  ids: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom('search_documents')
    .where('kind', '=', 'product')
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  await setStandings(
    trx,
    ids.map((id) => ({ id, standing: 0, agent_use_case: null })),
  )
}

/**
 * Some of the tools and approved products that have no search document of this version: new ones,
 * and all after a change of the code that makes them.
 */
export async function findUnindexed(
  trx: Transaction<Database>,
  version: number,
  limit: number,
): Promise<{ tools: string[]; products: string[] }> {
  const { rows } = await sql<{ tools: string[]; products: string[] }>`
    select
      array(select t.id::text from tools t left join search_documents d on d.kind = 'tool' and d.id = t.id
        where d.version is distinct from ${version} order by t.id limit ${limit}) as tools,
      array(select p.id::text from products p left join search_documents d on d.kind = 'product' and d.id = p.id
        where p.status = 'approved' and d.version is distinct from ${version} order by p.id limit ${limit}) as products`.execute(
    trx,
  )
  return rows[0]!
}

/** The products that are built with one of these tools. */
export async function listBuiltWith(
  trx: Transaction<Database>,
  toolIds: readonly string[],
): Promise<string[]> {
  const rows = await trx
    .selectFrom('product_tools')
    .select('product_id')
    .distinct()
    .where('tool_id', '=', sql<string>`any(${[...toolIds]}::uuid[])`)
    .execute()
  return rows.map(({ product_id }) => product_id)
}
