/** The four texts of an entry, that which says most about it first. */
export const letters = ['A', 'C', 'B', 'D'] as const
export type TextLetter = (typeof letters)[number]

/** The index of one text of all entries. It knows who has a word, and not where: with one index of all four it would be twice as large. */
export const textIndex = (letter: TextLetter) => `text_${letter.toLowerCase()}`

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
    id text not null, tools text not null, tag text not null, asks blob not null, head text not null);
  -- What details have beyond heads, of some listings together: see text-codec.ts.
  create table details (block integer primary key, texts not null);
  -- The words that asks are written with: see word-codec.ts.
  create table words (code integer primary key, word text not null);
  create table facets (key text primary key, count integer not null, bits blob not null) without rowid;
  -- Every spelling of an entry and the words of its name; tools stand after all products.
  create table names (
    key text not null, entry integer not null, role text not null, primary key (key, entry)) without rowid;
  ${letters
    .map(
      (letter) => `create virtual table ${textIndex(letter)} using fts5(
    words, content = '', detail = none, columnsize = 0, tokenize = 'porter unicode61');`,
    )
    .join('\n  ')}
`

/** After the rows: an index on a filled table is made at once and lies in order. */
export const fileIndexes = `
  create unique index products_slug on products (slug);
  create unique index products_domain on products (domain);
  ${letters
    .map(textIndex)
    .map((index) => `insert into ${index} (${index}) values ('optimize');`)
    .join('\n  ')}
`

/** Between the values of a head or of a detail: JSON never holds it. */
export const separator = '\u001f'

/** Where the tools begin among the entries of names and texts. */
export const firstTool = 100_000_000
