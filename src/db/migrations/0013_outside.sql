-- What is looked for outside: the badge on a listing's site, and the token of its owner under its domain.

alter table products add column badge_checked_at timestamptz(3);
create index products_badge_due on products (badge_checked_at nulls first, id)
  where status = 'approved' and source_kind = 'user_submission';

-- Put into the DNS or a file by whoever owns the domain. No secret: it is public once it is there.
alter table owner_claims add column domain_token uuid not null default gen_random_uuid();
