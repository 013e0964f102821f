import { DatabaseSync } from 'node:sqlite'
import { zstdCompressSync } from 'node:zlib'
import type { Addresses } from '#core/addresses.ts'
import { domainName } from '#core/domain-name.ts'
import { type Move, byTime, movesOf } from '#core/moves.ts'
import { isOfCode } from '#core/stack-basis.ts'
import { type StackHistory, trendsOf } from '#core/trends.ts'
import { facetsOf } from '#present/lists/browse.ts'
import type { ProductRecord } from '#present/present.ts'
import type { CatalogTables, CatalogTool } from '#catalog/tables.ts'
import { historyOf } from '#catalog/stack-history.ts'
import { listingRecord } from '#catalog/listing-record.ts'
import { listingDocument, searchTopics, toolDocument } from '#catalog/search-documents.ts'
import { indexWriter, indexesOfSearch } from '#search/write-index.ts'
import { fileSchema } from './schema.ts'

/** A consistent snapshot of the directory, from which a catalogue file is written. */
export interface CatalogSource {
  tables: CatalogTables
  /** All tools, in the order of GET /tools. */
  tools: readonly CatalogTool[]
  /** Approved listings in newest order, in batches. */
  batches: AsyncIterable<readonly ProductRecord[]>
  /** The latest `changed_at` of the snapshot: later changes are not in the file. */
  cursor: string
}

/**
 * The characters of long texts that a file holds as they are, those of the newest listings. Further
 * ones are compressed, to a third, so that more listings fit the size that the platform takes.
 */
const mostPlain = 20_000_000

/** Writes the catalogue file, from which the API and pages are served. */
export async function writeCatalog(
  file: string,
  source: CatalogSource,
  to: Addresses,
  plain = mostPlain,
): Promise<void> {
  const database = new DatabaseSync(file)
  try {
    // No WAL: SQLite cannot open a database in WAL mode in a read-only folder.
    database.exec('pragma journal_mode = off; pragma synchronous = off; pragma page_size = 16384')
    database.exec(`begin; ${fileSchema}`)
    await writeAll(database, source, to, plain)
    database.exec(`${indexesOfSearch} commit`)
  } finally {
    database.close()
  }
}

async function writeAll(
  database: DatabaseSync,
  source: CatalogSource,
  to: Addresses,
  plain: number,
) {
  const { tables, tools, batches, cursor } = source
  const facets = new Map<string, number>()
  const write = listingWriter(database, { tables, tools, facets, plain }, to)
  const index = indexWriter(database, searchTopics(tables.topics))
  const histories: StackHistory[] = []
  const moves: Move[] = []
  for await (const batch of oneAhead(batches))
    for (const record of batch) {
      const { detail, document } = write(record)
      const isActive = detail.lifecycle.state === 'active'
      for (const history of isOfCode(detail) ? historyOf(detail) : []) {
        histories.push(history)
        moves.push(...movesOf(detail.slug, isActive, history))
      }
      index.add(document)
    }
  const tool = database.prepare('insert into tools values (?, ?)')
  for (const [place, one] of tools.entries()) {
    tool.run(place, JSON.stringify(one))
    index.add(toolDocument(one, tables))
  }
  index.finish()
  const categories = new Map(tools.map(({ slug, category }) => [slug, category]))
  const trends = trendsOf(histories, (slug) => categories.get(slug))
  const meta = database.prepare('insert into meta values (?, ?)')
  meta.run('cursor', cursor)
  const values = { tables, trends, moves: moves.sort(byTime), facets: [...facets.keys()] }
  for (const [key, value] of Object.entries(values)) meta.run(key, JSON.stringify(value))
}

/**
 * Returns a function that writes a listing into the tables of the catalogue, for a build and for
 * what changed since.
 */
export function listingWriter(
  database: DatabaseSync,
  known: {
    tables: CatalogTables
    tools: readonly CatalogTool[]
    /** The places of the facets so far; new ones are added. */
    facets: Map<string, number>
    /** The number of rows so far; none at a build. */
    rows?: number
    /** How many characters of long texts are not compressed. */
    plain?: number
  },
  to: Addresses,
) {
  const { tables, tools } = known
  const byId = new Map(tools.map((tool) => [tool.id, tool]))
  const placeOf = new Map(tools.map((tool, place) => [tool.id, place]))
  const facetAt = (key: string): number => {
    if (!known.facets.has(key)) known.facets.set(key, known.facets.size)
    return known.facets.get(key)!
  }
  // `main`: what changed since a build has views of these names over both tables.
  const inserts = [
    database.prepare(`insert into main.cards values (:n, :id, :slug, :domain, :repositories,
      :approvedAt, :viewCount, :activeAt, :provedTools, :relevance, :facets)`),
    database.prepare(
      'insert into main.products values (:n, :tools, :tag, :summary, :brief, :lifecycle)',
    ),
    database.prepare('insert into main.details values (:n, :details, :beyond)'),
  ]
  // Each takes what it has a column for of the same values.
  for (const insert of inserts) insert.setAllowUnknownNamedParameters(true)
  let n = known.rows ?? 0
  let { plain = mostPlain } = known
  const stored = (text: string) => {
    plain -= text.length
    return plain < 0 ? zstdCompressSync(text) : text
  }

  return (record: ProductRecord) => {
    const { detail, card, ...row } = listingRecord(record, { byId, placeOf }, to)
    const named = record.tool_ids.map((id) => byId.get(id)!)
    const compatible = record.compatibility.map(({ tool_id }) => byId.get(tool_id)!)
    const keys = facetsOf(record, named, tables.tasks, compatible)
    const facets = JSON.stringify(keys.map(facetAt))
    const names = card.repositories.map((url) => domainName(url, tables.codeHosts))
    const repositories = JSON.stringify(names.flatMap((name) => (name.ok ? [name.domain] : [])))
    const values = {
      ...card,
      ...row,
      n: n++,
      repositories,
      facets,
      tools: JSON.stringify(row.tools),
      details: stored(row.details),
      beyond: stored(row.beyond),
    }
    for (const insert of inserts) insert.run(values)
    const worksWith = detail.compatibility_matrix.map(({ tool }) => byId.get(tool.id)!)
    const { domain, examples } = record
    const document = listingDocument(detail, { domain, examples, tools: named, worksWith })
    return { detail, document }
  }
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
