-- The whole schema in one file: what the migrations up to 0048 made. A database that has all of them is not migrated by this file: it
-- counts as applied there (before-baseline.ts).
--
-- Slugs and domains have the collation C, so that their order and their prefix searches are the same on every Postgres.
-- Times of the directory have milliseconds, as JSON has them. Closed sets are text with a check, and a test compares each with
-- the contract.

-- Locks.

-- Waits for every named lock until the end of the transaction, always in the same order, so that no two transactions wait for each
-- other. Call it in a statement of its own: in READ COMMITTED a statement does not see what was committed while it waited. The
-- timeout keeps a flood on one name from holding every pooled connection.
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

-- Tools.

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
  created_at timestamptz(3) not null default clock_timestamp(),
  -- The names that manifests, code and images have for the tool, as its file in content/tools lists them.
  packages text[] not null default '{}',
  client_packages text[] not null default '{}',
  images text[] not null default '{}',
  marker_files text[] not null default '{}',
  hosts text[] not null default '{}',
  -- The packages and images that are the tool itself.
  main text[] not null default '{}',
  -- How long its lines are supported. `json` keeps the text, so that the sync of content/ finds a tool unchanged.
  cycles json not null default '[]',
  -- Slugs of content/topics.yaml, and example phrases of people who need the tool. Nothing reads `asks` any more.
  topics text[] not null default '{}',
  examples text[] not null default '{}',
  asks text[] not null default '{}'
);

-- Listings.

create table products (
  id uuid primary key default gen_random_uuid(),
  -- A rejected listing keeps its slug: it is not given again.
  slug text collate "C" not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 60),
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
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'withdrawn')),
  submission_tier text not null default 'free' check (submission_tier in ('free', 'paid_fast_track')),
  source_kind text not null check (source_kind in ('curated', 'user_submission', 'other')),
  review_priority integer not null default 0,
  is_featured boolean not null default false,
  featured_rank integer not null default 0,
  view_count integer not null default 0 check (view_count >= 0),
  audience_tags text[] not null default '{}' check (audience_tags <@ array['for-developers', 'for-founders', 'b2b', 'consumer']),
  badge_verified boolean not null default false,
  submitted_by_agent boolean not null default false,
  public_note text,
  -- Slugs of content/topics.yaml, and example phrases of people who need the product. Nothing reads `asks` any more.
  topics text[] not null default '{}',
  examples text[] not null default '{}',
  asks text[] not null default '{}',

  -- What the stack is that of, as its file or an editor says: its code, its SDK, the apps it builds. A submission names it.
  stack_basis text not null default 'submission'
    check (stack_basis in ('own_code', 'self_hosted_edition', 'sdk', 'plugin', 'generated_apps', 'documentation', 'submission')),
  -- Whether it can still be used, as its file says: {state, since, successor, source}. Lists and search leave out a product that is
  -- sunset.
  lifecycle jsonb not null default '{"state": "active", "since": null, "successor": null, "source": null}',
  -- What helps to choose it, as its file says: [{fact, value, day, source}].
  facts jsonb not null default '[]',
  -- Who read its sources, at which commit, as its file says: {by, at, repository, commit, committed_on}. Null where that was not
  -- recorded.
  reading jsonb,
  -- Curated listings: field → the value in its file when an owner's change of the field was accepted. A content sync leaves the field
  -- until the file has another value.
  file_values jsonb not null default '{}',

  -- The claim, which comes and goes with its qualification, and what editors found of it.
  qualification_type text check (qualification_type in ('agent_native', 'agent_built', 'agentic_workflow')),
  agent_use_case text check (agent_use_case in ('support', 'research', 'operations', 'sales', 'voice', 'browser_automation')),
  qualification_statement text check (char_length(qualification_statement) <= 180),
  workflow_summary text check (char_length(workflow_summary) <= 500),
  agent_tools_used text[] not null default '{}' check (cardinality(agent_tools_used) <= 8),
  supporting_links text[] not null default '{}' check (cardinality(supporting_links) <= 4),
  claim_review_status text check (claim_review_status in ('submitted', 'verified', 'not_verified', 'needs_revision')),
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
  -- When the listing last changed for readers: approved, corrected, reviewed, withdrawn. Written under the lock 'changelog', so it
  -- increases in commit order: a reader who has everything up to a moment asks for what is later and misses nothing.
  changed_at timestamptz(3),
  withdrawn_at timestamptz(3),
  -- What the editor wrote to the owner; null when the owner withdrew the listing without a reason.
  withdrawal_reason text,
  -- When a fact that readers rely on (name, URL, tools, claim) was last corrected on a public listing.
  corrected_at timestamptz(3),
  -- What an editor asked the owner of a pending listing to change, until the owner has; and when the owner last changed it.
  revision_notes text,
  revision_asked_at timestamptz(3),
  revised_at timestamptz(3),
  -- When its site was last searched for the badge.
  badge_checked_at timestamptz(3),

  check ((status = 'approved') = (approved_at is not null)),
  check (num_nonnulls(rejected_at, rejection_reason) = case status when 'rejected' then 2 else 0 end),
  check ((qualification_type is null) = (claim_review_status is null)),
  check (status <> 'approved' or referral_code is not null),
  constraint products_withdrawn_check check ((status = 'withdrawn') = (withdrawn_at is not null)),
  constraint products_withdrawal_reason_check check (withdrawal_reason is null or status = 'withdrawn'),
  constraint products_revision_check check ((revision_notes is null) = (revision_asked_at is null))
);

-- Spec, Errors: "submit for a normalized domain that already has a product". A rejected listing frees its domain.
create unique index products_domain_key on products (domain) where status in ('pending', 'approved');
create index products_queue on products (review_priority desc, created_at, id) where status = 'pending';
create index products_newest on products (approved_at desc, id) where status = 'approved';
create index products_changed on products (changed_at) where changed_at is not null;
-- One submitter's listings, for the review queue's history of an address.
create index products_submitter on products (submitter_email) where submitter_email is not null;
create index products_badge_due on products (badge_checked_at nulls first, id)
  where status = 'approved' and source_kind = 'user_submission';

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
  status text not null check (status in ('core_stack', 'has_integration', 'supports_deployment', 'works_with')),
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

-- Proofs in repositories.

-- What a repository proved of a listing when it was last read. `tools` is a list of {slug, state, level, path, line, …}, in the order
-- that the listing had at that time.
create table proofs (
  product_id uuid primary key references products (id) on delete cascade,
  repository text not null,
  commit text not null check (commit ~ '^[0-9a-f]{40}$'),
  licence text,
  last_activity timestamptz(3),
  archived boolean,
  checked_at timestamptz(3) not null,
  tools jsonb not null,
  -- Since when, and until when, manifests of the repository named each tool: {first_commit, tools, past_tools} of the file
  -- content/histories/<slug>.json. Null if its history was not read.
  history jsonb
);

-- The result of reading the repository of a proof again. A newer proof removes it.
create table proof_checks (
  product_id uuid primary key references proofs (product_id) on delete cascade,
  -- The earliest time of the next check. A check that is running has moved it into the future.
  next_at timestamptz(3) not null,
  -- When the repository was last read, and its own figures. Null until then.
  checked_at timestamptz(3),
  commit text check (commit ~ '^[0-9a-f]{40}$'),
  last_activity timestamptz(3),
  archived boolean,
  -- Tools that were proved and that no file names any more.
  lost text[] not null default '{}',
  -- Changes for an editor to read: a list of {what, …}.
  changes jsonb not null default '[]',
  -- Why the last check has no result.
  failure text,
  -- The host's answers with their ETags, for conditional requests.
  kept jsonb not null default '{}'
);
create index proof_checks_next on proof_checks (next_at);

-- Hosts that asked for a pause, and its end.
create table host_waits (
  host text primary key,
  until timestamptz(3) not null,
  refusals integer not null
);

-- Owners.

create table owner_claims (
  product_id uuid primary key references products (id) on delete cascade,
  email text not null,
  status text not null default 'unverified' check (status in ('unverified', 'email_verified', 'domain_verified', 'editor_verified')),
  -- SHA-256 of the token in the verification mail: a reader of the table cannot confirm in the owner's name.
  token_hash text unique,
  token_expires_at timestamptz(3),
  verified_at timestamptz(3)
);
-- For the sweep of expired tokens.
create index owner_claims_expired on owner_claims (token_expires_at) where token_hash is not null;

-- Tokens in the links that lead owners back to their listing. Each mail has a token of its own, kept as a hash for 30 days.
create table manage_tokens (
  token_hash text primary key,
  product_id uuid not null references products (id) on delete cascade,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default clock_timestamp()
);
create index manage_tokens_product on manage_tokens (product_id, created_at desc);
create index manage_tokens_expired on manage_tokens (expires_at);

-- What an owner wants of a public listing: field → value. The public listing stays as it is until an editor accepts it.
create table proposals (
  id bigint generated always as identity primary key,
  product_id uuid not null references products (id) on delete cascade,
  changes jsonb not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  decided_at timestamptz(3),
  decided_by text,
  -- `taken_back`: the owner took the proposal back before an editor decided.
  outcome text check (outcome in ('accepted', 'declined', 'replaced', 'taken_back', 'left')),
  reason text,
  check (num_nonnulls(decided_at, decided_by, outcome) in (0, 3))
);
create unique index proposals_open on proposals (product_id) where outcome is null;
create index proposals_product on proposals (product_id, id desc);

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
  -- `waiting`: the claimant is not at the domain of the product, and an editor decides.
  state text not null default 'open' check (state in ('open', 'proved', 'waiting', 'replaced', 'lapsed', 'refused')),
  way text check (way in ('repository', 'website', 'dns')),
  -- {where, commit, repository_id, on}: where and on which day the proof was seen, and in which repository.
  proof jsonb,
  -- SHA-256 of the token of the manage link that was mailed. It opens nothing until the claim is proved.
  token_hash text not null unique,
  -- Whether the claim made its e-mail address the owner's; false if it was the owner's before.
  took_over boolean not null default false,
  created_at timestamptz(3) not null default clock_timestamp(),
  proved_at timestamptz(3),
  -- When the proof was last seen, when a look first missed it, and since when it is missing: two looks, a day apart, have not found it.
  seen_at timestamptz(3),
  missed_at timestamptz(3),
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

-- Reports.

-- What readers say is wrong in a public listing.
create table reports (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products (id),
  fact text not null check (fact in ('tool', 'missing_tool', 'line', 'works_with', 'licence', 'state', 'claim', 'text', 'other')),
  -- The slug of the tool, for the facts about a tool.
  tool text,
  -- What is true, in the words of the reporter; never published.
  message text not null,
  -- Where it can be seen.
  source text,
  -- Who wants to hear what became of it; never published, and removed some time after the decision.
  email text,
  created_at timestamptz not null default clock_timestamp(),
  state text not null default 'open' check (state in ('open', 'mended', 'answered', 'junk')),
  -- What the editor wrote to the reporter.
  answer text,
  decided_at timestamptz,
  decided_by text,
  check ((state = 'open') = (decided_at is null))
);
create index reports_product_id_idx on reports (product_id);

-- What is published.

create table weekly_issues (
  number integer primary key check (number > 0),
  slug text collate "C" not null unique,
  title text not null,
  lead_product_id uuid not null references products (id),
  product_ids uuid[] not null,
  published_at timestamptz(3) not null
);

-- Timestamps are unique and increase in commit order: a writer holds the advisory lock 'changelog' until the commit.
create table changelog (
  id uuid primary key default gen_random_uuid(),
  type text not null check (type in ('product_approved', 'claim_review_updated', 'weekly_issue_published')),
  "timestamp" timestamptz(3) not null unique,
  product_id uuid not null references products (id),
  approved_at timestamptz(3),
  claim_review_status text check (claim_review_status in ('submitted', 'verified', 'not_verified', 'needs_revision')),
  claim_reviewed_at timestamptz(3),
  weekly_issue integer references weekly_issues (number),
  -- The listing was withdrawn later: the item is left out of the feed, also when the listing is restored.
  retracted boolean not null default false,
  check ((type = 'product_approved') = (approved_at is not null)),
  check (num_nonnulls(claim_review_status, claim_reviewed_at) = case type when 'claim_review_updated' then 2 else 0 end),
  check ((type = 'weekly_issue_published') = (weekly_issue is not null))
);
create index changelog_product on changelog (product_id);

-- Removed listings, for clients that ask for removals. Not a fourth type of the changelog: clients know three.
create table removals (
  id uuid primary key default gen_random_uuid(),
  "timestamp" timestamptz(3) not null unique,
  product_id uuid not null references products (id)
);

-- One row for each build that was requested. Requests that come before it starts are added to the row that waits.
create table rebuilds (
  id bigint generated always as identity primary key,
  asked_at timestamptz(3) not null default clock_timestamp(),
  asked_by text not null,
  asks integer not null default 1,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default clock_timestamp(),
  started_at timestamptz(3),
  -- A lease, not a held lock: it runs out when the builder dies.
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

-- The moment that the public build shows: its files have every change up to this `products.changed_at`.
create table live_build (
  is_only boolean primary key default true check (is_only),
  changed_at timestamptz(3),
  live_at timestamptz(3) not null
);

-- Mails.

-- The mailbox of an address: without what follows a +, and at Gmail without dots, since all these addresses lead to one mailbox.
create function mailbox(address text) returns text
language sql immutable parallel safe as $$
  select case when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com' else name || '@' || domain end
  from (select split_part(split_part(lower(address), '@', 1), '+', 1), split_part(lower(address), '@', 2)) as t (name, domain)
$$;
create index owner_claims_mailbox on owner_claims (mailbox(email)) where status <> 'unverified';

create table outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  product_id uuid references products (id) on delete cascade,
  to_email text not null,
  payload jsonb not null,
  attempts integer not null default 0,
  -- The writer sends a mail itself, right after the commit. If the writer dies, the mail is due half a minute later.
  next_attempt_at timestamptz not null default now() + interval '30 seconds',
  -- A lease, not a held lock: it runs out when the sender dies.
  locked_until timestamptz,
  sent_at timestamptz(3),
  last_error text,
  created_at timestamptz(3) not null default now(),
  -- Not sent: mails to the address were off.
  suppressed_at timestamptz(3),
  -- The provider refused the address for good, at once or by a bounce after it had taken the mail. `last_error` says why.
  refused_at timestamptz(3),
  constraint outbox_suppressed_check check (suppressed_at is null or num_nonnulls(sent_at, refused_at) = 0)
);
create index outbox_due on outbox (next_attempt_at, id) where sent_at is null;
-- Asked before each mail: was the address refused, and how many mails has the mailbox got lately.
create index outbox_address on outbox (lower(to_email));
create index outbox_mailbox on outbox (mailbox(to_email), created_at);
create index outbox_refused on outbox (refused_at desc) where refused_at is not null;
-- For the sweep: of links in mails that were never sent (a mail that was sent has none), and of the mails to reporters, which are
-- removed with their addresses.
create index outbox_links on outbox (created_at) where payload ?| array['manage_url', 'confirm_url'];
create index outbox_report_decided_idx on outbox (created_at) where kind = 'report-decided';

-- Addresses whose mails are off, as keyed hashes: the table does not reveal them.
create table mail_off (
  hash text primary key,
  at timestamptz(3) not null
);

-- Submissions and their limits.

create table idempotency_keys (
  key_hash text primary key,
  body_hash text not null,
  response jsonb not null,
  created_at timestamptz(3) not null default clock_timestamp()
);
create index idempotency_keys_created on idempotency_keys (created_at);

-- Takes the named locks until the end of the transaction, then returns what stands in the way of a submission. Each statement of a
-- volatile function sees what was committed before it began, so also what was committed during the wait for the locks.
create function submission_obstacles(locks text[], asked_domain text, slug_stem text, asked_key text)
returns table (idempotent json, duplicate json, taken_slugs text[])
language plpgsql volatile set plan_cache_mode = force_custom_plan as $$
begin
  perform take_locks(locks);
  return query select
    (select to_json(k) from (
      select i.body_hash, i.response from idempotency_keys i
      where i.key_hash = asked_key and i.created_at > now() - interval '24 hours') k),
    (select to_json(p) from (
      select l.slug, l.status from products l where l.domain = asked_domain and l.status in ('pending', 'approved')) p),
    array(select l.slug from products l where l.slug like slug_stem || '%');
end $$;

-- One row for each event that a rate limit counts. `key` is a keyed hash: no address and no e-mail is kept here.
create table limiter_events (
  bucket text not null,
  key text not null,
  at timestamptz not null default clock_timestamp()
);
create index limiter_events_newest on limiter_events (bucket, key, at desc);
create index limiter_events_oldest on limiter_events (at);

-- Takes one slot in each bucket or in none. Returns 0, or the seconds until all of them have room. The locks come first: each later
-- statement sees what was committed during the wait for them.
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

-- The restriction of the service, followed by every instance. An expired one restricts nothing; the audit has who set and lifted it.
create table restriction (
  is_only boolean primary key default true check (is_only),
  until timestamptz(3) not null,
  covers text not null check (covers in ('everything', 'submissions')),
  set_by text not null,
  set_at timestamptz(3) not null default clock_timestamp()
);

-- Editors.

-- Who may use the editor API, by a token of their own. Names are in the audit, so a row stays after it was revoked.
create table editors (
  name text collate "C" primary key check (name ~ '^[a-z][a-z0-9-]{1,39}$'),
  role text collate "C" not null check (role in ('reviewer', 'publisher', 'admin')),
  -- SHA-256 of the token; the token itself is printed once and stored nowhere.
  token_hash text collate "C" not null unique,
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
  channel text collate "C" primary key check (channel = 'mail'),
  -- Work that came until then was told.
  told_until timestamptz(3) not null,
  -- Work that came until then was tried; later than `told_until` after a failure.
  tried_until timestamptz(3) not null,
  -- When the last notice was sent or tried.
  tried_at timestamptz(3) not null
);

-- What was done and viewed.

create table audit (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default clock_timestamp(),
  actor text not null,
  action text not null,
  product_id uuid references products (id),
  detail jsonb not null default '{}'
);
create index audit_product on audit (product_id, id);

-- Visitors of product pages, until a second view on the same day can no longer come. The hash needs the secret, and covers the day
-- and the listing too: no row can be tied to another row of its visitor.
create table view_seen (
  day date not null,
  product_id uuid not null references products (id) on delete cascade,
  visitor text collate "C" not null,
  primary key (day, product_id, visitor)
);

-- Counts the views that are the first of their visitor on a day, and returns the listings that could be counted. Writers come one
-- after the other and hold nothing while they wait; rows that an editor's transaction has locked are skipped. So a count and a
-- decision never wait for each other, which Postgres would end by undoing one of them.
create function count_views(slugs text[], days date[], visitors text[], forget_before date)
returns setof text
language plpgsql volatile as $$
begin
  perform take_locks(array['views']);
  return query with listing as (
    select p.id, p.slug from products p where p.slug = any(slugs) and p.status = 'approved' for no key update skip locked),
  seen as (
    insert into view_seen (day, product_id, visitor)
    select v.day, l.id, v.visitor from unnest(slugs, days, visitors) as v (slug, day, visitor) join listing l on l.slug = v.slug
    on conflict do nothing returning product_id),
  counted as (
    update products p set view_count = p.view_count + n.views
    from (select product_id, count(*)::integer as views from seen group by product_id) n where p.id = n.product_id),
  -- Each writer deletes some rows of past days, so that the table needs no job.
  forgotten as (
    delete from view_seen where ctid in (
      select ctid from view_seen where day < forget_before order by day limit 500 for update skip locked))
  select l.slug from listing l;
end $$;
