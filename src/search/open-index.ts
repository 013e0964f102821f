import type { DatabaseSync } from 'node:sqlite'
import type { Role } from './document.ts'
import { eachPosting } from './postings.ts'
import { backwards } from './words.ts'

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

/**
 * The queries of the search index: of the catalogue file alone, or with later changes. A `place` is
 * the number of a document in the index.
 */
export interface SearchIndex {
  /**
   * The number of documents in the file. Later changes do not count, here and in
   * `documentFrequency`.
   */
  documents: number
  /** All document numbers are below this. */
  places: number
  /** The number of documents in the file that contain a term. */
  documentFrequency: (term: string) => number
  /** Whether any document contains a term, later changes included. */
  has: (term: string) => boolean
  each: (term: string, visit: (place: number, weight: number) => void) => void
  entry: (place: number) => Entry
  placeOf: (kind: Entry['kind'], slug: string) => number | undefined
  /** The order of documents with equal scores, lowest first: by evidence, activity, views. */
  rank: (place: number) => number
  named: (key: string) => Named[]
  namesFrom: (start: string, most: number) => Named[]
  /**
   * Names that share the first or last `equal` letters of a key, and whose length differs by at
   * most `most`.
   */
  namesNear: (key: string, equal: number, most: number) => Named[]
  /** Terms with a prefix that have from `least` to `most` letters. */
  termsFrom: (start: string, least: number, most: number) => { term: string; documents: number }[]
}

const after = (start: string) => `${start}\u{10ffff}`

/** Opens the search index that `indexWriter` wrote. */
export function openIndex(database: DatabaseSync): SearchIndex {
  const find = <Row>(sql: string) => {
    const statement = database.prepare(sql)
    // Safe cast: each SQL statement below selects exactly the columns of its `Row` type.
    return (...values: (string | number)[]) => statement.all(...values) as Row[]
  }
  const ranks = new Uint32Array(
    find<{ ranks: Uint8Array }>('select ranks from search_order')()[0]!.ranks.slice().buffer,
  )
  const documentFrequency = find<{ documents: number }>(
    'select documents from search_term where term = ?',
  )
  const postings = find<{ postings: Uint8Array }>('select postings from search_term where term = ?')
  const termsFrom = find<{ term: string; documents: number }>(
    `select term, documents from search_term
    where term >= ? and term < ? and length(term) between ? and ?`,
  )
  const entry = find<Omit<Entry, 'topics' | 'strong'> & { topics: string; strong: string }>(
    'select place, kind, slug, name, topics, strong from search_entry where place = ?',
  )
  const placeOf = find<{ place: number }>(
    'select place from search_entry where kind = ? and slug = ?',
  )
  const named = find<Named>('select key, place, role from search_name where key = ?')
  const begun = find<Named>(
    `select key, place, role from search_name where key >= ? and key < ?
    order by role, length(key), place limit ?`,
  )
  const around = find<Named>(
    `select key, place, role from search_name where length(key) between ? and ?
    and (key >= ? and key < ? or backwards >= ? and backwards < ?)`,
  )
  return {
    documents: ranks.length,
    places: ranks.length,
    documentFrequency: (term) => documentFrequency(term)[0]?.documents ?? 0,
    has: (term) => documentFrequency(term).length > 0,
    each: (term, visit) => {
      for (const row of postings(term)) eachPosting(row.postings, visit)
    },
    entry: (place) => {
      const row = entry(place)[0]!
      const list = (text: string) => text.split(' ').filter(Boolean)
      return { ...row, topics: list(row.topics), strong: list(row.strong) }
    },
    placeOf: (kind, slug) => placeOf(kind, slug)[0]?.place,
    rank: (place) => ranks[place]!,
    named,
    namesFrom: (start, most) => begun(start, after(start), most),
    namesNear: (key, equal, most) => {
      const start = key.slice(0, equal)
      const end = backwards(key.slice(-equal))
      const letters = [Math.max(3, key.length - most), key.length + most] as const
      return around(...letters, start, after(start), end, after(end))
    },
    termsFrom: (start, least, most) => termsFrom(start, after(start), least, most),
  }
}
