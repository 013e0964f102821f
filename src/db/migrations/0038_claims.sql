-- Claims of ownership without an account: the owner publishes the claim's id where only the owner can.
create table claims (
  -- Random. The owner publishes it, so it is no secret.
  id text primary key,
  -- The listing. Null for a claim by address until a proof is seen: before that nobody learns whether there is a listing.
  product_id uuid references products (id) on delete cascade,
  -- The address of a claim by address, like products.domain. Null for a claim by slug.
  domain text,
  registrable_domain text,
  email text not null,
  state text not null default 'open' check (state in ('open', 'proved', 'rival', 'replaced', 'lapsed', 'refused')),
  way text check (way in ('repository', 'website', 'dns', 'actions')),
  -- {where, commit, repository_id, on}: where and on which day the proof was seen, and in which repository.
  proof jsonb,
  -- SHA-256 of the token of the manage link that was mailed. It opens nothing until the claim is proved.
  token_hash text not null unique,
  -- Whether the claim made its e-mail address the owner's; false if it was the owner's before.
  took_over boolean not null default false,
  created_at timestamptz(3) not null default clock_timestamp(),
  proved_at timestamptz(3),
  -- When the proof was last seen, and since when it is missing.
  seen_at timestamptz(3),
  missing_since timestamptz(3),
  next_look_at timestamptz(3),
  ended_at timestamptz(3),
  check ((product_id is null) <= (domain is not null)),
  check ((state = 'open') or (product_id is not null and way is not null and proof is not null))
);
create unique index claims_proved on claims (product_id) where state = 'proved';
create index claims_product on claims (product_id, created_at desc);
create index claims_due on claims (next_look_at) where state = 'proved';
-- For the sweep.
create index claims_open on claims (created_at) where state = 'open';
create index claims_ended on claims (ended_at) where ended_at is not null;

-- Tokens of GitHub Actions that proved a claim, until they expire: each is taken once.
create table claim_tokens (
  jti text primary key,
  expires_at timestamptz(3) not null
);
create index claim_tokens_expired on claim_tokens (expires_at);

-- Curated listings: field → the value in its file when an owner's change of the field was accepted. A content sync leaves the field until
-- the file has another value.
alter table products add column file_values jsonb not null default '{}';
