-- The catalogue of each day, for the dated files under /data: they answer for a year, whatever is built meanwhile.
create table catalog_days (
  day date primary key,
  -- The latest change in it.
  changed_at timestamptz not null,
  -- The listings, in the order of their lines.
  slugs text[] not null,
  -- Their JSON, a line each, compressed with brotli.
  lines bytea not null
);
