import { DatabaseSync } from 'node:sqlite'
import type { Addresses } from '#core/addresses.ts'
import { type StackHistory, trendsOf } from '#core/trends.ts'
import type { ProductRecord } from '#present/present.ts'
import type { CatalogTables, CatalogTool } from '#catalog/questions.ts'
import { historyOf } from '#catalog/stack-history.ts'
import { listingFacets, listingRecord } from '#catalog/listing-record.ts'
import { listingDocument, searchTopics, toolDocument } from '#catalog/search-documents.ts'
import { indexWriter } from '#search/write-index.ts'
import { type Bitmap, countBits, emptyBitmap, setBit } from './bitmap.ts'
import { fileIndexes, fileSchema } from './schema.ts'

/** A consistent snapshot of the directory, from which a catalogue file is written. */
export interface CatalogSource {
  tables: CatalogTables
  /** All tools, in the order of GET /tools. */
  tools: readonly CatalogTool[]
  /** How many approved listings there are. */
  total: number
  /** Approved listings in newest order, in batches. */
  batches: AsyncIterable<readonly ProductRecord[]>
  /** The latest `changed_at` of the snapshot: later changes are not in the file. */
  cursor: string
}

/** Writes the catalogue file, from which the API and pages are served. */
export async function writeCatalog(
  file: string,
  source: CatalogSource,
  to: Addresses,
): Promise<void> {
  const database = new DatabaseSync(file)
  try {
    // No WAL: SQLite cannot open a database in WAL mode in a read-only folder.
    database.exec('pragma journal_mode = off; pragma synchronous = off; pragma page_size = 16384')
    database.exec(`begin; ${fileSchema}`)
    const writer = createWriter(database, source, to)
    for await (const batch of oneAhead(source.batches))
      for (const record of batch) writer.add(record)
    writer.finish()
    database.exec(`${fileIndexes} commit`)
  } finally {
    database.close()
  }
}

function createWriter(database: DatabaseSync, source: CatalogSource, to: Addresses) {
  const { tables, tools, total, cursor } = source
  const byId = new Map(tools.map((tool) => [tool.id, tool]))
  const placeOf = new Map(tools.map((tool, place) => [tool.id, place]))
  const insertInto = (table: string, count: number) =>
    database.prepare(`insert into ${table} values (${Array(count).fill('?').join()})`)
  const insert = {
    meta: insertInto('meta', 2),
    tool: insertInto('tools', 2),
    product: insertInto('products', 9),
    details: insertInto('details', 3),
    facet: insertInto('facets', 3),
  }
  const facets = new Map<string, Bitmap>()
  const views: number[] = []
  const activity: number[] = []
  const proved: number[] = []
  const histories: StackHistory[] = []
  const index = indexWriter(database, searchTopics(tables.topics))

  const setMeta = (key: string, value: string | number | Uint8Array) => insert.meta.run(key, value)

  return {
    add: (record: ProductRecord): void => {
      const n = views.length
      const parts = listingRecord(record, { byId, placeOf }, to)
      const { id, slug, domain, approvedAt, tools, tag, summary, brief, details, beyond } = parts
      const places = JSON.stringify(tools)
      insert.product.run(n, slug, domain, approvedAt, id, places, tag, summary, brief)
      insert.details.run(n, details, beyond)
      views.push(parts.viewCount)
      activity.push(parts.activeAt)
      proved.push(parts.provedTools)
      histories.push(...historyOf(parts.detail))
      for (const key of listingFacets(record, byId, tables.tasks)) {
        const bits = facets.get(key) ?? emptyBitmap(total)
        facets.set(key, bits)
        setBit(bits, n)
      }
      const examples = record.examples
      const named = record.tool_ids.map((id) => byId.get(id)!)
      index.add(listingDocument(parts.detail, { examples, tools: named }))
    },

    finish: () => {
      for (const [place, tool] of tools.entries()) {
        insert.tool.run(place, JSON.stringify(tool))
        index.add(toolDocument(tool, tables))
      }
      index.finish()
      for (const [key, bits] of facets) insert.facet.run(key, countBits(bits), bytesOf(bits))
      setMeta('popular', bytesOf(greatestFirst(views)))
      setMeta('active', bytesOf(greatestFirst(activity)))
      setMeta('active_at', bytesOf(Uint32Array.from(activity)))
      setMeta('proved', bytesOf(greatestFirst(proved)))
      setMeta('proved_tools', bytesOf(Uint32Array.from(proved)))
      setMeta('total', views.length)
      setMeta('cursor', cursor)
      setMeta('tables', JSON.stringify(tables))
      const categories = new Map(tools.map(({ slug, category }) => [slug, category]))
      setMeta('trends', JSON.stringify(trendsOf(histories, (slug) => categories.get(slug))))
    },
  }
}

// Positions by descending number. Equal numbers stay in newest order, the order of positions.
function greatestFirst(numbers: readonly number[]): Uint32Array {
  return Uint32Array.from(numbers.keys()).sort(
    (one, other) => numbers[other]! - numbers[one]! || one - other,
  )
}

function bytesOf(words: Uint32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength)
}

/**
 * Requests the next item while the current one is processed, so that the database reads the next
 * batch while this one is written.
 */
async function* oneAhead<T>(values: AsyncIterable<T>): AsyncGenerator<T> {
  const source = values[Symbol.asyncIterator]()
  for (let next = source.next(); ;) {
    const { value, done } = await next
    if (done) return
    next = source.next()
    // Prevents an unhandled rejection: if `next` fails, `await next` throws when the caller
    // continues.
    next.catch(() => {})
    yield value
  }
}
