-- The host names that code calls a tool by, as content/tools says them (issue 11).
alter table tools add column hosts text[] not null default '{}';

-- What came of looking again at what a repository proved (issue 11, decision 0032). Goes with the
-- proof: a newer one is a newer look.
create table proof_checks (
  product_id uuid primary key references proofs (product_id) on delete cascade,
  -- Nobody looks before: the claim of whoever looks, then the time of the next look.
  next_at timestamptz(3) not null,
  -- When the repository was read last, and what it said of itself. Null until it was.
  checked_at timestamptz(3),
  commit text constraint proof_checks_commit_check check (commit ~ '^[0-9a-f]{40}$'),
  last_activity timestamptz(3),
  archived boolean,
  -- Tools that were proved and that nothing names any more.
  lost text[] not null default '{}',
  -- What an editor has to look at: a list of {what, …}.
  changes jsonb not null default '[]',
  -- Why nothing came of the last look.
  failure text,
  -- The host's answers with their tags, to be asked for again.
  kept jsonb not null default '{}'
);
create index proof_checks_next on proof_checks (next_at);

-- Hosts that want to be left alone until a time.
create table host_waits (
  host text primary key,
  until timestamptz(3) not null,
  refusals integer not null
);
