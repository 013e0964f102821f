-- Owners come back to their listings by a link, ask for changes of what is public, and are asked for revisions.

-- Decision, Revision: "Tokens are long, kept as hashes, last 30 days and can be sent anew". Each mail has one of its own.
create table manage_tokens (
  token_hash text primary key,
  product_id uuid not null references products (id) on delete cascade,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default clock_timestamp()
);
create index manage_tokens_product on manage_tokens (product_id, created_at desc);
create index manage_tokens_expired on manage_tokens (expires_at);

-- What an editor asked the owner of a pending listing to mend, until the owner has; and when the owner last did.
alter table products
  add column revision_notes text,
  add column revision_asked_at timestamptz(3),
  add column revised_at timestamptz(3);
alter table products add constraint products_revision_check check ((revision_notes is null) = (revision_asked_at is null));

-- What an owner wants of a public listing: field → value. What is public stays until an editor accepts it.
create table proposals (
  id bigint generated always as identity primary key,
  product_id uuid not null references products (id) on delete cascade,
  changes jsonb not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  decided_at timestamptz(3),
  decided_by text,
  outcome text check (outcome in ('accepted', 'declined', 'replaced', 'left')),
  reason text,
  check (num_nonnulls(decided_at, decided_by, outcome) in (0, 3))
);
create unique index proposals_open on proposals (product_id) where outcome is null;
create index proposals_product on proposals (product_id, id desc);
