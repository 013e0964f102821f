-- What the last decision of an editor on a listing changed, so that it can be undone for some minutes: the columns of `products`
-- with their former values, `tool_ids`, `custom_tools` and the id of the `proposal` that was open. Of several decisions in one
-- transaction the first one's values count.
create table undos (
  product_id uuid primary key references products on delete cascade,
  audit_id bigint not null,
  xact text not null,
  before jsonb not null,
  mail_ids bigint[] not null,
  created_at timestamptz not null default now()
);
