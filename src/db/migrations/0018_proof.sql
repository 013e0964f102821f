-- By what manifests name a tool, as content/tools says it (issue 11).
alter table tools add column packages text[] not null default '{}';
alter table tools add column client_packages text[] not null default '{}';
alter table tools add column images text[] not null default '{}';
alter table tools add column marker_files text[] not null default '{}';

-- What a repository proved of a listing when it was last looked at. `tools` is a list of
-- {slug, state, level, path, line}, in the order of the listing at that time.
create table proofs (
  product_id uuid primary key references products (id) on delete cascade,
  repository text not null,
  commit text not null constraint proofs_commit_check check (commit ~ '^[0-9a-f]{40}$'),
  licence text,
  last_activity timestamptz(3),
  archived boolean,
  checked_at timestamptz(3) not null,
  tools jsonb not null
);
