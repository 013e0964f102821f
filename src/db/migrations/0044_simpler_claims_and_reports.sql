-- Tokens of GitHub Actions prove no claim any more. A claim that one proved is one of the repository from now on: its owner has the
-- usual time to publish the file.
update claims set way = 'repository' where way = 'actions';
update audit set detail = jsonb_set(detail, '{way}', '"repository"') where detail ->> 'way' = 'actions';
alter table claims drop constraint claims_way_check;
alter table claims add constraint claims_way_check check (way in ('repository', 'website', 'dns'));
drop table claim_tokens;

-- No claim waits for an editor any more: the stronger proof wins, and of two equal ones the first. A claim against which no owner stands
-- can be proved anew.
update claims set
  state = case when mine > held then 'open' when mine = held then 'refused' else 'replaced' end,
  created_at = case when mine > held then clock_timestamp() else created_at end,
  ended_at = case when mine > held then null else clock_timestamp() end
from (
  select rival.id, case rival.way when 'repository' then 1 else 2 end as mine, coalesce(
    (select case owner.way when 'repository' then 1 else 2 end from claims owner
      where owner.product_id = rival.product_id and owner.state = 'proved'),
    (select 2 from owner_claims
      where owner_claims.product_id = rival.product_id and status in ('domain_verified', 'editor_verified')),
    0) as held
  from claims rival where rival.state = 'rival') strength
where claims.id = strength.id;
alter table claims drop constraint claims_state_check;
alter table claims add constraint claims_state_check check (state in ('open', 'proved', 'replaced', 'lapsed', 'refused'));

-- One report, one row, one answer: equal reports are no longer joined, and no longer found by their sender. Each further address of an
-- open report gets a row of its own, so that it is answered.
alter table reports rename column first_at to created_at;
alter table reports add column email text, drop column sender, drop column digest, drop column times, drop column last_at;
update reports set email = emails[1];
insert into reports (product_id, fact, tool, message, source, email, created_at)
  select product_id, fact, tool, message, source, more.email, created_at
  from reports, unnest(emails[2:]) as more (email) where state = 'open';
alter table reports drop column emails;

-- The code that read it went with the deployment before.
alter table owner_claims drop column domain_token;
