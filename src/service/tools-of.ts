import type { Published } from '#catalog/questions.ts'
import { type ProductRecord, type ToolsById, namedToolIds } from '#present/present.ts'
import type { Db } from '#db/connection/connect.ts'
import { listToolsById } from '#db/queries/tools.ts'

/**
 * The tools of the given products, from the catalogue. Only tools that are newer than the catalogue
 * are read from the database.
 */
export async function toolsOf(
  db: Db,
  { toolsById }: Pick<Published, 'toolsById'>,
  products: readonly Pick<ProductRecord, 'tool_ids' | 'compatibility'>[],
): Promise<ToolsById> {
  const unknown = namedToolIds(products).filter((id) => !toolsById.has(id))
  const entered = await listToolsById(db, unknown)
  return new Map([...toolsById, ...entered.map((tool) => [tool.id, tool] as const)])
}
