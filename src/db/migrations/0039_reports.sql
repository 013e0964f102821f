-- What readers say is wrong in a public listing. Equal reports are one row while it is open.
create table reports (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products (id),
  fact text not null check (fact in ('tool', 'line', 'works_with', 'licence', 'state', 'claim', 'text', 'other')),
  -- The slug of the tool, for the facts about a tool.
  tool text,
  -- What is true, in the words of the reporter; never published.
  message text not null,
  -- Where it can be seen.
  source text,
  -- Who wants to hear what became of it; never published, and removed some time after the decision.
  emails text[] not null default '{}',
  -- A keyed hash of the address block that sent it first; removed with the e-mail addresses.
  sender text,
  -- A hash of listing, fact and message. Equal reports are joined by it.
  digest text not null,
  -- How often it was sent.
  times int not null default 1,
  first_at timestamptz not null default clock_timestamp(),
  last_at timestamptz not null default clock_timestamp(),
  state text not null default 'open' check (state in ('open', 'mended', 'answered', 'junk')),
  -- What the editor wrote to the reporter.
  answer text,
  decided_at timestamptz,
  decided_by text,
  check ((state = 'open') = (decided_at is null))
);
create unique index reports_open_digest_key on reports (digest) where state = 'open';
create index reports_product_id_idx on reports (product_id);
-- For the sweep: the mails to reporters are removed with their addresses.
create index outbox_report_decided_idx on outbox (created_at) where kind = 'report-decided';
