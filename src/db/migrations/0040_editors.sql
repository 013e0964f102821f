-- Who may use the editor API, by a token of their own. Names are in the audit, so a row stays after it was revoked.
create table editors (
  name text collate "C" primary key check (name ~ '^[a-z][a-z0-9-]{1,39}$'),
  role text collate "C" not null check (role in ('reviewer', 'publisher', 'admin')),
  -- SHA-256 of the token; the token itself is printed once and stored nowhere.
  token_hash text collate "C" not null unique,
  -- SHA-256 of the secret in the URL of the editor's feed: it opens the feed and nothing else.
  feed_hash text collate "C" not null unique,
  created_at timestamptz(3) not null default clock_timestamp(),
  revoked_at timestamptz(3)
);

-- Who works on a submission at present. It ends by itself after half an hour, and stops nobody.
create table takings (
  product_id uuid primary key references products (id) on delete cascade,
  editor text not null,
  taken_at timestamptz(3) not null default clock_timestamp()
);

-- What editors were told of new work, by channel.
create table editor_notices (
  channel text collate "C" primary key check (channel in ('mail', 'webhook')),
  -- Work that came until then was told.
  told_until timestamptz(3) not null,
  -- Work that came until then was tried; later than `told_until` after a failure.
  tried_until timestamptz(3) not null,
  -- When the last notice was sent or tried.
  tried_at timestamptz(3) not null
);
