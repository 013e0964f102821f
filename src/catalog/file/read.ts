import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { zstdDecompressSync } from 'node:zlib'
import { type Card, type Lists, listsOf } from '#catalog/lists.ts'
import type { ListingRecord } from '#catalog/listing-record.ts'
import type { CatalogTables, CatalogTool } from '#catalog/tables.ts'
import type { Move } from '#core/moves.ts'
import { once } from '#core/once.ts'
import type { Trends } from '#core/trends.ts'
import { type SearchIndex, openIndex } from '#search/open-index.ts'
import { indexesOfSearch } from '#search/write-index.ts'
import { fileSchema } from './schema.ts'

export type CatalogFile = ReturnType<typeof openCatalogFile>

/**
 * The directory at one moment. It stays as it is: what changes is written beside what it has, and
 * makes another snapshot.
 */
export interface Snapshot {
  /** The approved listings, in newest order. */
  cards: readonly Card[]
  lists: Lists
  /** How many rows of listings there are, also those of before a change. */
  rows: number
  /** All tools with their counts. Listings name them by their index, which stays. */
  tools: readonly CatalogTool[]
  index: SearchIndex
}

/** What lists need of a row of `products` beside its card. */
type Row = Pick<ListingRecord, 'tag' | 'summary' | 'brief' | 'lifecycle'> & { tools: string }

/** A text as it was before it was stored: `write.ts` compresses those of a large file. */
const textOf = (stored: unknown) =>
  typeof stored === 'string' ? stored : zstdDecompressSync(stored as Uint8Array).toString()

/** A card as it is stored: its lists are JSON. */
type CardRow = Omit<Card, 'repositories' | 'facets'> & { repositories: string; facets: string }

/**
 * Opens the catalogue file of a build, also from a read-only folder. What changed since is written
 * into the same tables in memory; views join both.
 */
export function openCatalogFile(file: string) {
  if (!existsSync(file)) throw new Error(`there is no catalogue at ${file}; npm run build makes it`)
  const address = pathToFileURL(file)
  // `immutable`: the file never changes, so SQLite needs no lock and does not look for a journal.
  address.searchParams.set('immutable', '1')
  address.searchParams.set('mode', 'ro')
  const database = new DatabaseSync(':memory:')
  database.prepare('attach ? as built').run(address.href)
  // Until something changes, names mean the tables of the file; SQLite prepares statements again
  // when their tables change.
  const addTables = once(() => {
    const names = 'select name from built.sqlite_schema where type = ?'
    const tables = database.prepare(names).all('table')
    database.exec(`pragma temp_store = memory; ${fileSchema} ${indexesOfSearch}`)
    for (const { name } of tables as { name: string }[])
      database.exec(`create temp view ${name} as
        select * from built.${name} union all select * from main.${name}`)
  })

  const meta = (key: string) =>
    String(database.prepare('select value from meta where key = ?').get(key)!['value'])
  // Safe casts of what is read from the file: `writeCatalog` wrote it from values of these types.
  const tables = JSON.parse(meta('tables')) as CatalogTables
  const facets = new Map((JSON.parse(meta('facets')) as string[]).map((key, at) => [key, at]))
  const select = {
    cards: database.prepare(`select n, id, slug, domain, repositories, approved_at approvedAt,
      view_count viewCount, active_at activeAt, proved_tools provedTools, relevance, facets
      from cards where n >= ? order by n`),
    row: database.prepare('select tools, tag, summary, brief, lifecycle from products where n = ?'),
    details: database.prepare('select details from details where n = ?'),
    beyond: database.prepare('select beyond from details where n = ?'),
  }
  const cardsFrom = (n: number) =>
    (select.cards.all(n) as unknown as CardRow[]).map((row): Card => {
      const repositories = JSON.parse(row.repositories) as string[]
      return { ...row, repositories, facets: JSON.parse(row.facets) as number[] }
    })
  const built = once((): Snapshot => {
    const cards = cardsFrom(0)
    const tools = database
      .prepare('select record from tools order by place')
      .all()
      .map(({ record }) => JSON.parse(String(record)) as CatalogTool)
    const lists = listsOf(cards, facets)
    return { cards, lists, rows: cards.length, tools, index: openIndex(database, addTables) }
  })

  return {
    /** The latest `changed_at` of the listings in the file; only the database has later changes. */
    cursor: meta('cursor'),
    tables,
    /** The use of tools over time, as counted at the build. */
    trends: once(() => JSON.parse(meta('trends')) as Trends),
    /** What moved in stacks, newest first, as known at the build. */
    moves: once(() => JSON.parse(meta('moves')) as Move[]),
    /** The place of each facet in the lists of facets of cards. */
    facets,

    /** The directory as it was at the build. */
    built,

    /** The listing of a card: the texts that lists do not need are read when they are asked for. */
    at: ({ n, id, slug, domain }: Card) => {
      const { tools, ...row } = select.row.get(n) as unknown as Row
      return {
        id,
        slug,
        domain,
        ...row,
        tools: JSON.parse(tools) as number[],
        details: () => textOf(select.details.get(n)!['details']) as ListingRecord['details'],
        beyond: () => textOf(select.beyond.get(n)!['beyond']) as ListingRecord['beyond'],
      }
    },

    /** The cards of the rows from this number on. */
    cardsFrom,
    /** The connection, with tables in memory for what changed since the build. */
    changeable: () => {
      addTables()
      return database
    },
    close: () => database.close(),
  }
}
