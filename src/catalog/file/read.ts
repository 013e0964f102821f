import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { CatalogTables, CatalogTool } from '#catalog/questions.ts'
import type {
  Beyond,
  Brief,
  Details,
  Json,
  StoredListing,
  Summary,
} from '#catalog/listing-record.ts'
import { once } from '#core/once.ts'
import type { Trends } from '#core/trends.ts'
import { openIndex } from '#search/open-index.ts'
import type { Bitmap } from './bitmap.ts'

/** Most slugs whose position is cached, about 2 MB. One query looks up about a hundred slugs. */
const mostPlaces = 20_000

export type CatalogFile = ReturnType<typeof openCatalogFile>

/** Opens the catalogue file of a build, also from a read-only folder. */
export function openCatalogFile(file: string) {
  if (!existsSync(file)) throw new Error(`there is no catalogue at ${file}; npm run build makes it`)
  const address = pathToFileURL(file)
  // `immutable`: the file never changes, so SQLite needs no lock and does not look for a journal.
  address.searchParams.set('immutable', '1')
  const database = new DatabaseSync(address, { readOnly: true })
  const select = {
    meta: database.prepare('select value from meta where key = ?'),
    listing: database.prepare(
      'select id, slug, domain, approved_at, tools, tag, summary, brief from products where n = ?',
    ),
    details: database.prepare('select details, beyond from details where n = ?'),
    slug: database.prepare('select n from products where slug = ?'),
    domain: database.prepare('select n from products where domain = ?'),
    moment: database.prepare('select approved_at, id from products where n = ?'),
    facet: database.prepare('select bits from facets where key = ?'),
    counts: database.prepare('select key, count from facets'),
    bySlug: database.prepare('select n from products order by slug'),
  }
  const meta = (key: string) => select.meta.get(key)?.['value']
  const bitmaps = new Map<string, Bitmap>()
  const total = Number(meta('total'))
  const places = new Map<string, number>()
  const wordsNamed = (key: string) => once(() => wordsOf(meta(key)) ?? new Uint32Array())

  return {
    /** The search index, for search and recommend. */
    index: openIndex(database),
    total,
    /** The latest `changed_at` of the listings in the file; only the database has later changes. */
    cursor: String(meta('cursor')),
    // Safe cast: `writeCatalog` wrote this JSON from a `CatalogTables` value.
    tables: JSON.parse(String(meta('tables'))) as CatalogTables,
    /** The use of tools over time, as counted at the build. */
    trends: once(() => JSON.parse(String(meta('trends'))) as Trends),
    tools: database
      .prepare('select record from tools order by place')
      .all()
      .map(({ record }) => JSON.parse(String(record)) as CatalogTool),

    /** The listing at position `n` in newest order; `n` must be below `total`. */
    at: (n: number): StoredListing & { approvedAt: number } => {
      const row = select.listing.get(n)!
      return {
        id: String(row['id']),
        slug: String(row['slug']),
        domain: String(row['domain']),
        approvedAt: Number(row['approved_at']),
        tools: JSON.parse(String(row['tools'])) as number[],
        tag: String(row['tag']),
        summary: row['summary'] as Json<Summary>,
        brief: row['brief'] as Json<Brief>,
        more: () => select.details.get(n) as { details: Json<Details>; beyond: Json<Beyond> },
      }
    },
    placeOfSlug: (slug: string): number | undefined => {
      const known = places.get(slug) ?? placeIn(select.slug.get(slug))
      // Unknown slugs are not cached: callers could send any number of them.
      if (known !== undefined && places.size < mostPlaces) places.set(slug, known)
      return known
    },
    placeOfDomain: (domain: string): number | undefined => placeIn(select.domain.get(domain)),

    /**
     * The position in newest order that a listing with this approval time and id has or would have.
     */
    placeOf: (approvedAt: number, id: string): number =>
      firstPlace(total, (n) => {
        const row = select.moment.get(n)!
        const moment = Number(row['approved_at'])
        return moment < approvedAt || (moment === approvedAt && String(row['id']) > id)
      }),

    /**
     * The listings with a facet, or undefined if no listing has it. Callers must not change the
     * bitmap: it is cached.
     */
    facet: (key: string): Bitmap | undefined => {
      const known = bitmaps.get(key)
      if (known) return known
      const bits = wordsOf(select.facet.get(key)?.['bits'])
      // Unknown facets are not cached: callers could send any number of them.
      if (bits) bitmaps.set(key, bits)
      return bits
    },
    facetCounts: () =>
      new Map(select.counts.all().map(({ key, count }) => [String(key), Number(count)])),

    /** Positions of listings, most viewed first. */
    popular: wordsNamed('popular'),

    /**
     * `active`: positions of listings, latest commit first. `activeAt`: the time of that commit in
     * seconds, by position.
     */
    active: wordsNamed('active'),
    activeAt: wordsNamed('active_at'),

    /**
     * `proved`: positions of listings, most tools shown by their code first. `provedTools`: the
     * number of those tools, by position.
     */
    proved: wordsNamed('proved'),
    provedTools: wordsNamed('proved_tools'),

    /** Positions of listings in the alphabetical order of their slugs. */
    placesBySlug: (): number[] => select.bySlug.all().map(({ n }) => Number(n)),
    close: () => database.close(),
  }
}

function placeIn(row: Record<string, unknown> | undefined): number | undefined {
  return row === undefined ? undefined : Number(row['n'])
}

// Copies the bytes: a blob of SQLite may begin at any byte, a Uint32Array only at multiples of
// four.
function wordsOf(bytes: unknown): Bitmap | undefined {
  return bytes instanceof Uint8Array ? new Uint32Array(bytes.slice().buffer) : undefined
}

/** Binary search: the first index where `isAfter` is true, or `size` if it is true nowhere. */
export function firstPlace(size: number, isAfter: (place: number) => boolean): number {
  let [low, high] = [0, size]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isAfter(middle)) high = middle
    else low = middle + 1
  }
  return low
}
