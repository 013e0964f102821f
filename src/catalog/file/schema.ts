import { indexSchema } from '#search/write-index.ts'

/**
 * The tables of the catalogue: of the file of a build, which is deployed read-only with the server
 * function, and of what changed since, in memory. A `ListingRecord` is a row of each of three
 * tables: what is read of all listings at opening, what lists show, and the rest. `facets` has
 * places in the list `facets` of `meta`.
 */
export const fileSchema = `
  create table meta (key text primary key, value) without rowid;
  create table tools (place integer primary key, record text not null);
  create table cards (
    n integer primary key, id text not null, slug text not null, domain text not null,
    repositories text not null, approved_at integer not null, view_count integer not null, active_at integer not null,
    proved_tools integer not null, relevance integer not null, facets text not null);
  create table products (
    n integer primary key, tools text not null, tag text not null, summary text not null,
    brief text not null, lifecycle text not null);
  create table details (n integer primary key, details not null, beyond not null);
  ${indexSchema}
`
