/**
 * The read-only SQLite file beside the function: the answers of the API in parts, a bitmap for each
 * facet, and what a search looks at when the database is away. `n` is a listing's place in newest
 * order.
 */
export const fileSchema = `
  create table meta (key text primary key, value) without rowid;
  create table tools (place integer primary key, record text not null);
  create table products (
    n integer primary key, slug text not null, domain text not null, approved_at integer not null,
    id text not null, tools text not null, tag text not null, asks text not null, head text not null, more not null);
  create table facets (key text primary key, count integer not null, bits blob not null) without rowid;
  -- Every spelling of an entry and the words of its name; tools stand after all products.
  create table names (
    key text not null, entry integer not null, role text not null, primary key (key, entry)) without rowid;
  create virtual table texts using fts5(
    a, b, c, d, content = '', detail = column, columnsize = 0, tokenize = 'porter unicode61');
`

/** After the rows: an index on a filled table is made at once and lies in order. */
export const fileIndexes = `
  create unique index products_slug on products (slug);
  create unique index products_domain on products (domain);
  insert into texts (texts) values ('optimize');
`

/** Between the values of a head or of more: JSON never holds it. */
export const separator = '\u001f'

/** Where the tools begin among the entries of names and texts. */
export const firstTool = 100_000_000
