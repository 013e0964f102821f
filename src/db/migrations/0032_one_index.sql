-- Search and recommend answer from the index of the catalogue file: what they had in the database goes, and listings and tools get
-- topics. A database that began with the baseline has nothing to drop.

-- Its writers update the former index too, so it is replaced before its table goes.
--
-- Counts the views that are the first of their visitor on a day, and returns the listings that could be counted. Writers come one
-- after the other and hold nothing while they wait; rows that an editor's transaction has locked are skipped. So a count and a
-- decision never wait for each other, which Postgres would end by undoing one of them.
create or replace function count_views(slugs text[], days date[], visitors text[], forget_before date)
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

alter table products add column topics text[] not null default '{}';
alter table tools add column topics text[] not null default '{}';

-- Example phrases were called asks. The code before this one reads and writes them until it is replaced: a later migration drops
-- them.
alter table products add column examples text[] not null default '{}';
alter table tools add column examples text[] not null default '{}';
update products set examples = asks where asks <> '{}';
update tools set examples = asks where asks <> '{}';

drop function if exists find_candidates(jsonb, text, text, uuid[], text, integer, jsonb);
drop function if exists similar_names(text, text, integer);
drop table if exists search_documents, search_topics, search_words;
drop function if exists count_search_words(), words_of(text, tsvector, tsvector, uuid[]), popularity_sizes();
alter table product_tools drop column if exists standing, drop column if exists agent_use_case;

-- Another program's tables may use the extension, or another user may own it: then it stays.
do $$ begin
  drop extension if exists pg_trgm;
exception when dependent_objects_still_exist or insufficient_privilege then null;
end $$;
