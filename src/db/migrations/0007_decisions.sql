-- Listings can be withdrawn, restored and corrected, and a rebuild that is asked for is a row until it is done.

alter table products drop constraint products_status_check;
alter table products add constraint products_status_check check (status in ('pending', 'approved', 'rejected', 'withdrawn'));
alter table products
  add column withdrawn_at timestamptz(3),
  -- What the editor wrote to the owner; null when the owner withdrew without a word.
  add column withdrawal_reason text,
  -- When something that readers rely on (name, URL, tools, claim) was last corrected on a public listing.
  add column corrected_at timestamptz(3);
alter table products add constraint products_withdrawn_check check ((status = 'withdrawn') = (withdrawn_at is not null));
alter table products add constraint products_withdrawal_reason_check check (withdrawal_reason is null or status = 'withdrawn');

-- Decision, Withdrawal: "Its changelog items are left out of the feed from then on", also when the listing is restored.
alter table changelog add column retracted boolean not null default false;
create index changelog_product on changelog (product_id);

-- What only clients that ask for removals see. A table of its own, so that code that knows three kinds of items never meets a fourth.
create table removals (
  id uuid primary key default gen_random_uuid(),
  "timestamp" timestamptz(3) not null constraint removals_timestamp_key unique,
  product_id uuid not null references products (id)
);

-- One row for each build that was asked for. The one that waits takes up everybody who asks before it starts.
create table rebuilds (
  id bigint generated always as identity primary key,
  asked_at timestamptz(3) not null default clock_timestamp(),
  asked_by text not null,
  asks integer not null default 1,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default clock_timestamp(),
  started_at timestamptz(3),
  -- A lease, not a held lock: a builder that dies lets go of the row when it runs out.
  locked_until timestamptz,
  done_at timestamptz(3),
  failed_at timestamptz(3),
  error text,
  check (num_nonnulls(done_at, failed_at) <= 1),
  check ((failed_at is null) = (error is null)),
  check (started_at is not null or num_nonnulls(locked_until, done_at, failed_at) = 0)
);
create unique index rebuilds_waiting on rebuilds ((started_at is null)) where started_at is null;
create index rebuilds_failed on rebuilds (failed_at desc) where failed_at is not null;
create index rebuilds_done on rebuilds (done_at desc) where done_at is not null;

-- The moment that the public build was taken at: everything up to this `products.changed_at` is in its files.
create table live_build (
  is_only boolean primary key default true check (is_only),
  changed_at timestamptz(3),
  live_at timestamptz(3) not null
);

-- Search documents are derived by code: those that other code made are made again (the weights that 0004 repeated, too).
alter table search_documents add column version smallint not null default 0;
create index search_documents_version on search_documents (version, kind, id);
