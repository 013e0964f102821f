-- Few mails a day go to a mailbox that never confirmed its address, and mails that are never sent keep no links.

-- The mailbox of an address: without what follows a +, and at Gmail without dots, which all lead to the same one.
create function mailbox(address text) returns text
language sql immutable parallel safe as $$
  select case when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com' else name || '@' || domain end
  from (select split_part(split_part(lower(address), '@', 1), '+', 1), split_part(lower(address), '@', 2)) as t (name, domain)
$$;
create index outbox_mailbox on outbox (mailbox(to_email), created_at);
create index owner_claims_mailbox on owner_claims (mailbox(email)) where status <> 'unverified';
-- The sweep asks for these once an hour; they are few, for a mail that was sent has no links.
create index outbox_links on outbox (created_at) where payload ?| array['manage_url', 'confirm_url'];
