import { sql } from 'kysely'
import type { Db } from '#db/connection/connect.ts'
import { toolFields } from './content.ts'

/**
 * Every tool in directory order: by category, then by name. `product_count` counts approved
 * listings that are not sunset.
 */
export function listTools(db: Db) {
  return toolQuery(db).execute()
}

/** The tools of these ids, in directory order. Unknown ids are left out. */
export async function listToolsById(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  return toolQuery(db)
    .where('tools.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
}

/** The tools with these slugs or ids. */
export function findNamedTools(db: Db, slugs: readonly string[], ids: readonly string[]) {
  return db
    .selectFrom('tools')
    .select(['id', 'slug'])
    .where((eb) =>
      eb.or([
        eb('slug', '=', sql<string>`any(${[...slugs]}::text[])`),
        eb('id', '=', sql<string>`any(${[...ids]}::uuid[])`),
      ]),
    )
    .execute()
}

function toolQuery(db: Db) {
  return (
    db
      .selectFrom('tools')
      .innerJoin('categories', 'categories.slug', 'tools.category')
      .select([
        'tools.id',
        'tools.slug',
        ...toolFields.map((field) => `tools.${field}` as const),
        'created_at',
      ])
      .select((eb) =>
        eb
          .selectFrom('product_tools')
          .innerJoin('products', 'products.id', 'product_tools.product_id')
          .select(sql<number>`count(*)::int`.as('count'))
          .whereRef('product_tools.tool_id', '=', 'tools.id')
          .where('products.status', '=', 'approved')
          .where(sql`lifecycle ->> 'state'`, '<>', 'sunset')
          .$asScalar()
          .$notNull()
          .as('product_count'),
      )
      .orderBy('categories.position')
      // Sorts without regard to case, and the same on every Postgres whatever its collation.
      .orderBy(sql`lower(tools.name) collate "C"`)
      .orderBy('tools.slug')
  )
}
