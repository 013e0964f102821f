-- The whole directory: what is listed, who submitted it, what editors decided, and what is still to be sent.
-- Slugs and domains use the C collation, so that their order and their prefix searches are the same on every Postgres.

create table categories (
  slug text collate "C" primary key,
  name text not null,
  description text not null,
  position integer not null
);

create table tools (
  id uuid primary key default gen_random_uuid(),
  slug text collate "C" not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 60),
  name text not null check (char_length(name) between 1 and 80),
  description text,
  category text collate "C" not null references categories (slug) on update cascade,
  homepage text not null,
  aliases text[] not null default '{}',
  icon text,
  created_at timestamptz(3) not null default clock_timestamp()
);

create table products (
  id uuid primary key default gen_random_uuid(),
  -- A rejected listing keeps its slug for good (decision, Submit: "a rejected listing's slug is not given again").
  slug text collate "C" not null constraint products_slug_key unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 60),
  name text not null check (char_length(name) between 1 and 80),
  description text not null check (char_length(description) between 1 and 240),
  overview text,
  editorial_summary text,
  url text not null check (char_length(url) <= 2048),
  domain text collate "C" not null,
  registrable_domain text collate "C" not null,
  favicon_url text check (char_length(favicon_url) <= 2048),
  screenshot_url text check (char_length(screenshot_url) <= 2048),
  founder_name text check (char_length(founder_name) <= 80),
  founder_twitter text check (char_length(founder_twitter) <= 30),
  founder_profile_slug text collate "C",
  launch_date date,
  status text not null default 'pending' constraint products_status_check check (status in ('pending', 'approved', 'rejected')),
  submission_tier text not null default 'free' constraint products_submission_tier_check check (submission_tier in ('free', 'paid_fast_track')),
  source_kind text not null constraint products_source_kind_check check (source_kind in ('curated', 'user_submission', 'other')),
  review_priority integer not null default 0,
  is_featured boolean not null default false,
  featured_rank integer not null default 0,
  view_count integer not null default 0 check (view_count >= 0),
  audience_tags text[] not null default '{}' constraint products_audience_tags_check
    check (audience_tags <@ array['for-developers', 'for-founders', 'b2b', 'consumer']),
  badge_verified boolean not null default false,
  submitted_by_agent boolean not null default false,
  public_note text,
  qualification_type text constraint products_qualification_type_check check (qualification_type in ('agent_native', 'agent_built', 'agentic_workflow')),
  agent_use_case text constraint products_agent_use_case_check
    check (agent_use_case in ('support', 'research', 'operations', 'sales', 'voice', 'browser_automation')),
  qualification_statement text check (char_length(qualification_statement) <= 180),
  workflow_summary text check (char_length(workflow_summary) <= 500),
  agent_tools_used text[] not null default '{}' check (cardinality(agent_tools_used) <= 8),
  supporting_links text[] not null default '{}' check (cardinality(supporting_links) <= 4),
  claim_review_status text constraint products_claim_review_status_check
    check (claim_review_status in ('submitted', 'verified', 'not_verified', 'needs_revision')),
  claim_reviewed_at timestamptz(3),
  claim_review_notes text,
  claim_verified_by text,
  claim_evidence_summary text,
  -- Null for listings that editors entered.
  submitter_email text check (submitter_email = lower(submitter_email) and char_length(submitter_email) <= 254),
  referral_code text collate "C" unique,
  referred_by uuid references products (id),
  rejection_reason text,
  created_at timestamptz(3) not null default clock_timestamp(),
  approved_at timestamptz(3),
  rejected_at timestamptz(3),
  check ((status = 'approved') = (approved_at is not null)),
  check (num_nonnulls(rejected_at, rejection_reason) = case status when 'rejected' then 2 else 0 end),
  -- A claim and the statement it is about come and go together.
  check ((qualification_type is null) = (claim_review_status is null)),
  check (status <> 'approved' or referral_code is not null)
);

-- Spec, Errors: "submit for a normalized domain that already has a product". A rejected listing frees its domain.
create unique index products_domain_key on products (domain) where status in ('pending', 'approved');
create index products_queue on products (review_priority desc, created_at, id) where status = 'pending';
create index products_newest on products (approved_at desc, id) where status = 'approved';
-- One submitter's listings, for the review queue's history of an address.
create index products_submitter on products (submitter_email) where submitter_email is not null;

create table product_tools (
  product_id uuid not null references products (id) on delete cascade,
  tool_id uuid not null references tools (id),
  position integer not null,
  primary key (product_id, tool_id),
  unique (product_id, position)
);
create index product_tools_tool on product_tools (tool_id, product_id);

create table product_custom_tools (
  product_id uuid not null references products (id) on delete cascade,
  position integer not null,
  name text not null check (char_length(name) between 1 and 40),
  primary key (product_id, position)
);

create table compatibility (
  product_id uuid not null references products (id) on delete cascade,
  tool_id uuid not null references tools (id),
  position integer not null,
  status text not null constraint compatibility_status_check check (status in ('core_stack', 'has_integration', 'supports_deployment', 'works_with')),
  note text,
  primary key (product_id, tool_id)
);

create table evidence (
  product_id uuid not null references products (id) on delete cascade,
  position integer not null,
  type text not null,
  url text not null check (char_length(url) <= 2048),
  shows text,
  primary key (product_id, position)
);

create table owner_claims (
  product_id uuid primary key references products (id) on delete cascade,
  email text not null,
  status text not null default 'unverified' constraint owner_claims_status_check
    check (status in ('unverified', 'email_verified', 'domain_verified', 'editor_verified')),
  -- SHA-256 of the token in the verification mail: who reads the table cannot confirm in the owner's name.
  token_hash text unique,
  token_expires_at timestamptz(3),
  verified_at timestamptz(3)
);

create table weekly_issues (
  number integer primary key check (number > 0),
  slug text collate "C" not null unique,
  title text not null,
  lead_product_id uuid not null references products (id),
  product_ids uuid[] not null,
  published_at timestamptz(3) not null
);

-- Timestamps are unique and increase in commit order: who writes holds the advisory lock 'changelog' until the commit.
create table changelog (
  id uuid primary key default gen_random_uuid(),
  type text not null constraint changelog_type_check check (type in ('product_approved', 'claim_review_updated', 'weekly_issue_published')),
  "timestamp" timestamptz(3) not null constraint changelog_timestamp_key unique,
  product_id uuid not null references products (id),
  approved_at timestamptz(3),
  claim_review_status text check (claim_review_status in ('submitted', 'verified', 'not_verified', 'needs_revision')),
  claim_reviewed_at timestamptz(3),
  weekly_issue integer references weekly_issues (number),
  check ((type = 'product_approved') = (approved_at is not null)),
  check (num_nonnulls(claim_review_status, claim_reviewed_at) = case type when 'claim_review_updated' then 2 else 0 end),
  check ((type = 'weekly_issue_published') = (weekly_issue is not null))
);

create table outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  product_id uuid references products (id) on delete cascade,
  to_email text not null,
  payload jsonb not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- A lease, not a held lock: a sender that dies lets go of the mail when it runs out.
  locked_until timestamptz,
  sent_at timestamptz(3),
  last_error text,
  created_at timestamptz(3) not null default now()
);
create index outbox_due on outbox (next_attempt_at, id) where sent_at is null;

create table idempotency_keys (
  key_hash text primary key,
  body_hash text not null,
  response jsonb not null,
  created_at timestamptz(3) not null default clock_timestamp()
);
create index idempotency_keys_created on idempotency_keys (created_at);

create table audit (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default clock_timestamp(),
  actor text not null,
  action text not null,
  product_id uuid references products (id),
  detail jsonb not null default '{}'
);
create index audit_product on audit (product_id, id);

-- One row for each event that a rate limit counts. `key` is a keyed hash: no address and no e-mail is kept here.
create table limiter_events (
  bucket text not null,
  key text not null,
  at timestamptz not null default clock_timestamp()
);
create index limiter_events_newest on limiter_events (bucket, key, at desc);
create index limiter_events_oldest on limiter_events (at);

-- Waits for every named lock, in one order for everybody so that no two transactions wait for each other. A statement of its own:
-- in READ COMMITTED a statement does not see what was committed while it waited. The lock timeout keeps a flood on one key from
-- holding every pooled connection.
create function take_locks(names text[]) returns void
language plpgsql volatile as $$
declare
  item text;
begin
  perform set_config('lock_timeout', '5s', true);
  for item in select distinct n from unnest(names) as t (n) order by 1 loop
    perform pg_advisory_xact_lock(hashtextextended(item, 0));
  end loop;
end $$;

-- Takes one slot in each bucket or in none. Returns 0, or the seconds until all of them have room.
-- The locks come first, in one order for everybody, and each later statement sees what was committed while it waited.
create function take_slots(buckets text[], keys text[], tokens integer[], seconds integer[], taking boolean) returns integer
language plpgsql volatile as $$
declare
  wait integer := 0;
  this_wait integer;
  moment timestamptz;
  item record;
begin
  perform take_locks(array(select b || ':' || k from unnest(buckets, keys) as t (b, k)));
  moment := clock_timestamp();
  for item in select * from unnest(buckets, keys, tokens, seconds) as t (bucket, key, tokens, seconds) loop
    -- The slot that must come free is that of the tokens-th newest event.
    select ceil(extract(epoch from (e.at + make_interval(secs => item.seconds) - moment)))::integer into this_wait
      from limiter_events e
      where e.bucket = item.bucket and e.key = item.key and e.at > moment - make_interval(secs => item.seconds)
      order by e.at desc offset item.tokens - 1 limit 1;
    wait := greatest(wait, coalesce(this_wait, 0));
  end loop;
  if wait = 0 and taking then
    insert into limiter_events (bucket, key, at) select b, k, moment from unnest(buckets, keys) as t (b, k);
    -- Each taker clears away a few events that no window reaches any more, so that the table never needs a job.
    delete from limiter_events where ctid in (
      select ctid from limiter_events where at < moment - interval '25 hours' order by at limit 20 for update skip locked);
  end if;
  return wait;
end $$;
