import type { Db } from '#db/connection/connect.ts'

/** The tool categories in their order. */
export function listCategories(db: Db) {
  return db
    .selectFrom('categories')
    .select(['slug', 'name', 'description'])
    .orderBy('position')
    .orderBy('slug')
    .execute()
}
