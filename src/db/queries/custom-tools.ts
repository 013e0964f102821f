import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection/connect.ts'

/**
 * The tool names that owners typed because the directory lacks the tool, with their pending or
 * approved listing. Several spellings may mean the same tool.
 */
export function listCustomTools(db: Db) {
  return db
    .selectFrom('product_custom_tools')
    .innerJoin('products', 'products.id', 'product_id')
    .select(['product_custom_tools.name', 'products.slug', 'products.status'])
    .where('products.status', 'in', ['pending', 'approved'])
    .orderBy('products.created_at')
    .orderBy('products.slug')
    .execute()
}

/** The custom tool names of one listing, in order. */
export async function customToolsOf(trx: Trx, productId: string) {
  const rows = await trx
    .selectFrom('product_custom_tools')
    .select('name')
    .where('product_id', '=', productId)
    .orderBy('position')
    .execute()
  return rows.map(({ name }) => name)
}

/** Removes custom tool names of a listing, and appends a tool unless the listing has it. */
export async function exchangeTools(
  trx: Trx,
  product_id: string,
  { names, tool_id }: { names: readonly string[]; tool_id: string },
): Promise<void> {
  await trx
    .deleteFrom('product_custom_tools')
    .where('product_id', '=', product_id)
    .where('name', '=', sql<string>`any(${[...names]}::text[])`)
    .execute()
  await sql`
    insert into product_tools (product_id, tool_id, position)
    select ${product_id}, ${tool_id}, coalesce(max(position) + 1, 0) from product_tools where product_id = ${product_id}
    having not exists (select from product_tools where product_id = ${product_id} and tool_id = ${tool_id})`.execute(
    trx,
  )
}
