-- Mails end in other ways than being sent: the address is switched off, or its provider refuses it for good.
alter table outbox
  -- Not sent, since mails to the address were off.
  add column suppressed_at timestamptz(3),
  -- The provider refused the address for good, at once or by a bounce after it had taken the mail. `last_error` says why.
  add column refused_at timestamptz(3),
  add constraint outbox_suppressed_check check (suppressed_at is null or num_nonnulls(sent_at, refused_at) = 0);
-- Whether an address was refused is asked before each mail to it.
create index outbox_address on outbox (lower(to_email));
create index outbox_refused on outbox (refused_at desc) where refused_at is not null;

-- Addresses whose mails are off, as keyed hashes: the table tells nobody who they are.
create table mail_off (
  hash text primary key,
  at timestamptz(3) not null
);
