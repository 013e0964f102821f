import { type Lists, listsOf, newestFirst } from '#catalog/lists.ts'
import type { CatalogTool } from '#catalog/tables.ts'
import { searchTopics, toolDocument } from '#catalog/search-documents.ts'
import type { Addresses } from '#core/addresses.ts'
import { facet } from '#present/lists/browse.ts'
import type { ProductRecord } from '#present/present.ts'
import type { CatalogFile, Snapshot } from './read.ts'
import { listingWriter } from './write.ts'

/**
 * Writes newer changes beside the file of a build and returns the directory with them. `changes`
 * has listings by slug, null if one is no longer listed; `entered` are tools that they use and that
 * are not in the directory before.
 */
export function withChanges(
  file: CatalogFile,
  before: Snapshot,
  changes: ReadonlyMap<string, ProductRecord | null>,
  entered: readonly CatalogTool[],
  to: Addresses,
): Snapshot {
  const { tables, facets } = file
  const { rows } = before
  const tools = [...before.tools, ...entered]
  const database = file.changeable()
  database.exec('begin')
  try {
    const write = listingWriter(database, { tables, tools, facets, rows }, to)
    const listings = [...changes].map(([slug, record]) => {
      const document = record && write(record).document
      return { kind: 'product' as const, slug, document }
    })
    const others = entered.map((tool) => toolDocument(tool, tables))
    const index = before.index.changed(
      [...listings, ...others.map((document) => ({ ...document, document }))],
      searchTopics(tables.topics),
    )
    const added = file.cardsFrom(rows)
    const kept = before.cards.filter(({ slug }) => !changes.has(slug))
    const cards = [...kept, ...added].sort(newestFirst)
    const lists = listsOf(cards, facets)
    database.exec('commit')
    return { cards, lists, rows: rows + added.length, tools: counted(tools, lists), index }
  } catch (error) {
    database.exec('rollback')
    throw error
  }
}

function counted(tools: readonly CatalogTool[], lists: Lists): CatalogTool[] {
  const counts = lists.counts([])
  return tools.map((tool) => {
    const product_count = counts.get(facet('tool', tool.slug)) ?? 0
    return tool.product_count === product_count ? tool : { ...tool, product_count }
  })
}
