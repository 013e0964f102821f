import { indexSchema } from '#search/write-index.ts'

/**
 * The tables of the catalogue file, a read-only SQLite file deployed with the server function:
 * listings split into parts, a bitmap for each facet, and the search index. `n` is a listing's
 * position in newest order.
 */
export const fileSchema = `
  create table meta (key text primary key, value) without rowid;
  create table tools (place integer primary key, record text not null);
  create table products (
    n integer primary key, slug text not null, domain text not null, approved_at integer not null,
    id text not null, tools text not null, tag text not null, head text not null);
  -- What details have beyond heads, of some listings together: see text-codec.ts.
  create table details (block integer primary key, texts not null);
  create table facets (key text primary key, count integer not null, bits blob not null) without rowid;
  ${indexSchema}
`

/** Created after the rows: an index on a filled table is built in one pass and is compact. */
export const fileIndexes = `
  create unique index products_slug on products (slug);
  create unique index products_domain on products (domain);
`

/** Separates the stored JSON values of a listing, see listing-parts.ts. JSON never contains it. */
export const separator = '\u001f'
