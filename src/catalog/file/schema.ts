import { indexSchema } from '#search/write-index.ts'

/**
 * The tables of the catalogue file, a read-only SQLite file deployed with the server function:
 * listings (see `ListingRecord`), a bitmap for each facet, and the search index. `n` is a listing's
 * position in newest order. What details have beyond lists is apart, so that lists read fewer pages.
 */
export const fileSchema = `
  create table meta (key text primary key, value) without rowid;
  create table tools (place integer primary key, record text not null);
  create table products (
    n integer primary key, slug text not null, domain text not null, approved_at integer not null,
    id text not null, tools text not null, tag text not null, summary text not null, brief text not null);
  create table details (n integer primary key, details text not null, beyond text not null);
  create table facets (key text primary key, count integer not null, bits blob not null) without rowid;
  ${indexSchema}
`

/** Created after the rows: an index on a filled table is built in one pass and is compact. */
export const fileIndexes = `
  create unique index products_slug on products (slug);
  create unique index products_domain on products (domain);
`
