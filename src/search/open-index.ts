import type { DatabaseSync } from 'node:sqlite'
import { type Role, type SearchDocument, type Topics, roles } from './document.ts'
import { eachPosting } from './postings.ts'
import { backwards, nameKey } from './words.ts'
import { indexWriter } from './write-index.ts'

/** The part of a document that results need. `place` is its number in the index. */
export interface Entry {
  place: number
  kind: 'product' | 'tool'
  slug: string
  name: string
  topics: readonly string[]
  /** The most characteristic stems of the document. */
  strong: readonly string[]
}

/** A name key in the index, with the number (`place`) of its document. */
export interface Named {
  key: string
  place: number
  role: Role
}

/** A changed document; null if it is no longer listed. */
type Change = Pick<SearchDocument, 'kind' | 'slug'> & { document: SearchDocument | null }

/**
 * The queries of the search index: as the build wrote it, or with later changes. A `place` is the
 * number of a document in the index.
 */
export interface SearchIndex extends ReturnType<typeof openIndex> {}

const after = (start: string) => `${start}\u{10ffff}`

/** Documents that changed since the build, by their numbers. */
interface Changed {
  /** Those of the build that left, or that another replaces. */
  gone: ReadonlySet<number>
  added: ReadonlySet<number>
}

/**
 * Opens the search index that `indexWriter` wrote. `addTables` makes the tables into which changes
 * are written, if they are not there.
 */
export function openIndex(
  database: DatabaseSync,
  addTables: () => void = () => {},
  { gone, added }: Changed = { gone: new Set(), added: new Set() },
) {
  const find = <Row>(sql: string) => {
    const statement = database.prepare(sql)
    // Safe cast: each SQL statement below selects exactly the columns of its `Row` type.
    return (...values: (string | number)[]) => statement.all(...values) as Row[]
  }
  const ranks = new Uint32Array(
    find<{ ranks: Uint8Array }>('select ranks from search_order')()[0]!.ranks.slice().buffer,
  )
  // Later documents have greater numbers.
  const places = ([...added].at(-1) ?? ranks.length - 1) + 1
  const isNow = (place: number) => (place < ranks.length ? !gone.has(place) : added.has(place))
  const now = <T extends { place: number }>(found: readonly T[]) =>
    found.filter(({ place }) => isNow(place))
  const documentFrequency = find<{ documents: number }>(
    'select documents from search_term where term = ?',
  )
  const postings = find<{ postings: Uint8Array }>('select postings from search_term where term = ?')
  const termsFrom = find<{ term: string; documents: number }>(
    `select term, documents from search_term
    where term >= ? and term < ? and length(term) between ? and ? and documents > 0`,
  )
  const entry = find<Omit<Entry, 'topics' | 'strong'> & { topics: string; strong: string }>(
    'select place, kind, slug, name, topics, strong from search_entry where place = ?',
  )
  const placeOf = find<{ place: number }>(
    'select place from search_entry where kind = ? and slug = ?',
  )
  const named = find<Named>('select key, place, role from search_name where key = ?')
  const telling = find(
    'select place from search_name where key = ? and place = ? and not is_ordinary',
  )
  const begun = find<Named>(
    `select key, place, role from search_name where key >= ? and key < ? and role < ${roles.address}
    order by role, length(key), place limit ?`,
  )
  const around = find<Named>(
    `select key, place, role from search_name where length(key) between ? and ?
    and role < ${roles.address} and (key >= ? and key < ? or backwards >= ? and backwards < ?)`,
  )
  const index = {
    /**
     * The number of documents at the build. Later changes do not count, here and in
     * `documentFrequency`, so that unchanged documents keep their scores.
     */
    documents: ranks.length,
    /** All document numbers are below this. */
    places,
    /** The number of documents at the build that contain a term. */
    documentFrequency: (term: string) =>
      Math.max(0, ...documentFrequency(term).map(({ documents }) => documents)),
    /** Whether any document contains a term, later changes included. */
    has: (term: string) => documentFrequency(term).length > 0,
    each: (term: string, visit: (place: number, weight: number) => void) => {
      for (const row of postings(term))
        eachPosting(row.postings, (place, weight) => isNow(place) && visit(place, weight))
    },
    entry: (place: number): Entry => {
      const row = entry(place)[0]!
      const list = (text: string) => text.split(' ').filter(Boolean)
      return { ...row, topics: list(row.topics), strong: list(row.strong) }
    },
    placeOf: (kind: Entry['kind'], slug: string) => now(placeOf(kind, slug))[0]?.place,
    /**
     * The order of documents with equal scores, lowest first: by evidence, activity, views. Changed
     * documents come before all others.
     */
    rank: (place: number) => ranks[place] ?? -1,
    named: (key: string) => now(named(key)),
    /** Whether a name is no ordinary word: no example phrase of another document has it. */
    isTelling: (place: number) => telling(nameKey(entry(place)[0]!.name), place).length > 0,
    namesFrom: (start: string, most: number) => {
      const noLonger = gone.size + places - ranks.length - added.size
      return now(begun(start, after(start), most + noLonger))
    },
    /**
     * Names that share the first or last `equal` letters of a key, and whose length differs by at
     * most `most`.
     */
    namesNear: (key: string, equal: number, most: number) => {
      const start = key.slice(0, equal)
      const end = backwards(key.slice(-equal))
      const letters = [Math.max(3, key.length - most), key.length + most] as const
      return now(around(...letters, start, after(start), end, after(end)))
    },
    /** Terms with a prefix that have from `least` to `most` letters. */
    termsFrom: (start: string, least: number, most: number) =>
      termsFrom(start, after(start), least, most),
    /**
     * The index with these changes. They are written beside the documents that are there, so this
     * one stays as it is.
     */
    changed: (changes: readonly Change[], topics: Topics): SearchIndex => {
      addTables()
      const writer = indexWriter(database, topics, index)
      const left = changes.flatMap(({ kind, slug }) => index.placeOf(kind, slug) ?? [])
      const came = changes.flatMap(({ document }) => (document ? writer.add(document) : []))
      writer.finish()
      return openIndex(database, addTables, {
        gone: gone.union(new Set(left)),
        added: added.difference(new Set(left)).union(new Set(came)),
      })
    },
  }
  return index
}
