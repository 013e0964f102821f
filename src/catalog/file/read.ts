import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { CatalogTables, CatalogTool } from '#catalog/questions.ts'
import type { StoredListing } from '#catalog/stored-listing.ts'
import { once } from '#core/once.ts'
import { openIndex } from '#search/open-index.ts'
import type { Bitmap } from './bitmap.ts'
import { separator } from './schema.ts'
import { compressedTexts, plainTexts } from './text-codec.ts'

/** Slugs whose place is cached, about 2 MB: a query looks up a hundred. */
const mostPlaces = 20_000

export type CatalogFile = ReturnType<typeof openCatalogFile>

/** Opens the catalogue file of a build, also from a read-only folder. */
export function openCatalogFile(file: string) {
  if (!existsSync(file)) throw new Error(`there is no catalogue at ${file}; npm run build makes it`)
  const address = pathToFileURL(file)
  // `immutable`: the file never changes, so SQLite takes no lock and looks for no journal.
  address.searchParams.set('immutable', '1')
  const database = new DatabaseSync(address, { readOnly: true })
  const select = {
    meta: database.prepare('select value from meta where key = ?'),
    listing: database.prepare(
      'select id, slug, domain, approved_at, tools, tag, head from products where n = ?',
    ),
    details: database.prepare('select texts from details where block = ?'),
    slug: database.prepare('select n from products where slug = ?'),
    domain: database.prepare('select n from products where domain = ?'),
    moment: database.prepare('select approved_at, id from products where n = ?'),
    facet: database.prepare('select bits from facets where key = ?'),
    counts: database.prepare('select key, count from facets'),
    bySlug: database.prepare('select n from products order by slug'),
  }
  const meta = (key: string) => select.meta.get(key)?.['value']
  const dictionary = meta('dictionary')
  const codec = dictionary instanceof Uint8Array ? compressedTexts(dictionary) : plainTexts
  const bitmaps = new Map<string, Bitmap>()
  const total = Number(meta('total'))
  const places = new Map<string, number>()
  const wordsNamed = (key: string) => once(() => wordsOf(meta(key)) ?? new Uint32Array())

  const moreOf = (n: number) => {
    const { texts } = select.details.get(Math.trunc(n / codec.perBlock))!
    return codec.decode(texts as string | Uint8Array)[n % codec.perBlock]!.split(separator)
  }

  return {
    /** What search and recommend look at. */
    index: openIndex(database),
    total,
    /** The latest `changed_at` that is in the file. */
    cursor: String(meta('cursor')),
    // writeCatalog() wrote it from the same types.
    tables: JSON.parse(String(meta('tables'))) as CatalogTables,
    tools: database
      .prepare('select record from tools order by place')
      .all()
      .map(({ record }) => JSON.parse(String(record)) as CatalogTool),

    /** The listing at a place that the file has. */
    at: (n: number): StoredListing => {
      const row = select.listing.get(n)!
      let head: readonly string[] | undefined
      return {
        id: String(row['id']),
        slug: String(row['slug']),
        domain: String(row['domain']),
        approvedAt: Number(row['approved_at']),
        tools: row['tools'] === '' ? [] : String(row['tools']).split(',').map(Number),
        tag: String(row['tag']),
        head: () => (head ??= String(row['head']).split(separator)),
        more: () => moreOf(n),
      }
    },
    placeOfSlug: (slug: string): number | undefined => {
      const known = places.get(slug) ?? placeIn(select.slug.get(slug))
      // As with facets: unknown slugs are not cached.
      if (known !== undefined && places.size < mostPlaces) places.set(slug, known)
      return known
    },
    placeOfDomain: (domain: string): number | undefined => placeIn(select.domain.get(domain)),

    /** How many listings of the file come before one of this moment, in newest order. */
    placeOf: (approvedAt: number, id: string): number =>
      firstPlace(total, (n) => {
        const row = select.moment.get(n)!
        const moment = Number(row['approved_at'])
        return moment < approvedAt || (moment === approvedAt && String(row['id']) > id)
      }),

    /** Nobody may write into it. Undefined when no listing has the facet. */
    facet: (key: string): Bitmap | undefined => {
      const known = bitmaps.get(key)
      if (known) return known
      const bits = wordsOf(select.facet.get(key)?.['bits'])
      // Unknown names are not cached: callers make up names without end.
      if (bits) bitmaps.set(key, bits)
      return bits
    },
    facetCounts: () =>
      new Map(select.counts.all().map(({ key, count }) => [String(key), Number(count)])),

    /** The places in the order of views. */
    popular: wordsNamed('popular'),

    /** The places in the order of the last work on the code, and when that was, by place. */
    active: wordsNamed('active'),
    activeAt: wordsNamed('active_at'),

    /** The places in the order of slugs. */
    placesBySlug: (): number[] => select.bySlug.all().map(({ n }) => Number(n)),
    close: () => database.close(),
  }
}

function placeIn(row: Record<string, unknown> | undefined): number | undefined {
  return row === undefined ? undefined : Number(row['n'])
}

// A copy: a blob may begin at any byte, a Uint32Array only at multiples of four.
function wordsOf(bytes: unknown): Bitmap | undefined {
  return bytes instanceof Uint8Array ? new Uint32Array(bytes.slice().buffer) : undefined
}

/** Binary search: the first place where `isAfter` is true, or `size`. */
export function firstPlace(size: number, isAfter: (place: number) => boolean): number {
  let [low, high] = [0, size]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isAfter(middle)) high = middle
    else low = middle + 1
  }
  return low
}
