import type { DatabaseSync } from 'node:sqlite'
import {
  type SearchDocument,
  type Topics,
  idf,
  termWeights,
  nameKeys,
  termsOf,
} from './document.ts'
import { numbers } from './numbers.ts'
import { packPostings, posting } from './postings.ts'
import { backwards, nameKey, stemsOfPhrase } from './words.ts'

/**
 * Tables of the search index in the catalogue. A term is a stem or a facet; its postings are the
 * documents that have it, with weights: in one row those of the build, and in others, which count
 * no documents, those that changed since. Names are also stored reversed, to find names with typos
 * at their beginning; `is_ordinary` if the example phrases of another document have its words.
 */
export const indexSchema = `
  create table search_entry (
    place integer primary key, kind text not null, slug text not null, name text not null,
    topics text not null, strong text);
  create table search_term (term text not null, documents integer not null, postings blob not null);
  create table search_name (
    key text not null, place integer not null, role integer not null, backwards text not null,
    is_ordinary integer not null, primary key (key, place)) without rowid;
  create table search_order (ranks blob not null);`

/** Created after the rows: an index on a filled table is built in one pass and is compact. */
export const indexesOfSearch = `
  create index search_term_by on search_term (term, documents);
  create index search_entry_by on search_entry (kind, slug);
  create index search_name_backwards on search_name (backwards);`

/** The frequencies of words at the build. */
interface Frequencies {
  documents: number
  documentFrequency: (term: string) => number
}

/**
 * Writes documents into a database with the tables of `indexSchema`: all those of a build, or, with
 * the frequencies of the build, some that changed since.
 */
export function indexWriter(database: DatabaseSync, topics: Topics, built?: Frequencies) {
  const terms = new Map<string, number[]>()
  const standings: SearchDocument['standing'][] = []
  // Word weights of each document, as JSON: that takes a tenth of the memory of maps.
  const compared: string[] = []
  // `main`: what changed since a build has views of these names over both tables.
  const last = database.prepare('select max(place) as place from main.search_entry').get()!['place']
  const first = Math.max(built?.documents ?? 0, Number(last ?? -1) + 1)
  // What changed keeps the mark that the build gave its name.
  const name = database.prepare(`insert into main.search_name values (
    :key, :place, :role, :backwards,
    coalesce((select max(is_ordinary) from search_name where key = :key), 0))`)
  const setOrdinary = database.prepare(
    'update main.search_name set is_ordinary = 1 where key = ? and place = ?',
  )
  const phrased = new Map<string, number>()
  const names: { place: number; key: string; stems: { one: string; isOwn: boolean }[] }[] = []
  const entry = database.prepare('insert into main.search_entry values (?, ?, ?, ?, ?, null)')
  const addStrong = database.prepare('update main.search_entry set strong = ? where place = ?')

  return {
    /** Adds a document and returns its number. */
    add(document: SearchDocument): number {
      const place = first + standings.length
      standings.push(document.standing)
      compared.push(JSON.stringify([...termWeights(document, topics, comparedBy)]))
      entry.run(place, document.kind, document.slug, document.name, document.topics.join(' '))
      for (const [term, weight] of termsOf(document, topics)) {
        const postings = terms.get(term)
        if (postings) postings.push(posting(place, weight))
        else terms.set(term, [posting(place, weight)])
      }
      for (const [key, role] of nameKeys(document))
        name.run({ key, place, role, backwards: backwards(key) })
      if (!built) {
        const own = new Set(document.examples.flatMap(stemsOfPhrase))
        for (const one of own) phrased.set(one, (phrased.get(one) ?? 0) + 1)
        const stems = stemsOfPhrase(document.name).map((one) => ({ one, isOwn: own.has(one) }))
        names.push({ place, key: nameKey(document.name), stems })
      }
      return place
    },

    finish(): void {
      const { documents, documentFrequency } = built ?? {
        documents: compared.length,
        documentFrequency: (term) => terms.get(term)?.length ?? 0,
      }
      const telling = (term: string) => idf(documents, documentFrequency(term))
      for (const [at, json] of compared.entries())
        addStrong.run(strongest(new Map(JSON.parse(json)), telling).join(' '), first + at)
      for (const { place, key, stems } of names)
        if (stems.every(({ one, isOwn }) => (phrased.get(one) ?? 0) > (isOwn ? 1 : 0)))
          setOrdinary.run(key, place)
      const term = database.prepare('insert into main.search_term values (?, ?, ?)')
      for (const [text, postings] of terms)
        term.run(text, built ? 0 : postings.length, packPostings(postings))
      if (!built) database.prepare('insert into search_order values (?)').run(ranksOf(standings))
    },
  }
}

/**
 * The fields by which documents are compared: only their own texts, not those of topics and tools.
 */
const comparedBy = ['name', 'examples', 'description'] as const

/** The most characteristic stems of a document. */
function strongest(
  about: ReadonlyMap<string, number>,
  telling: (term: string) => number,
): string[] {
  return [...about]
    .map(([stem, weight]) => ({ stem, weight: weight * telling(stem) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, numbers.strongWords)
    .map(({ stem }) => stem)
}

/** The rank of each document, which orders results with equal scores. */
function ranksOf(standings: readonly SearchDocument['standing'][]): Uint8Array {
  const places = [...standings.keys()].sort((a, b) => {
    const [x, y] = [standings[a]!, standings[b]!]
    return y[0] - x[0] || y[1] - x[1] || y[2] - x[2] || a - b
  })
  const ranks = new Uint32Array(places.length)
  for (const [rank, place] of places.entries()) ranks[place] = rank
  return new Uint8Array(ranks.buffer)
}
