-- Views of product pages: who has looked today, as hashes that nobody can make without the secret, and how many that were.

-- The hash is of the day and the listing too, so that no row can be tied to another of the same visitor. Rows are kept while a second
-- look of their day may come.
create table view_seen (
  day date not null,
  product_id uuid not null references products (id) on delete cascade,
  visitor text collate "C" not null,
  primary key (day, product_id, visitor)
);

-- Counts those of these views that are their visitor's first of the day, and returns the listings that it could count for. Writers come
-- one after the other, and wait here alone, holding nothing: what an editor's transaction has locked is passed over. So no count ever
-- stands in a circle with a decision, which Postgres would end by undoing one of the two.
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
  -- Each writer clears away some of what is past, so that the table never needs a job.
  forgotten as (
    delete from view_seen where ctid in (
      select ctid from view_seen where day < forget_before order by day limit 500 for update skip locked)
    returning product_id),
  -- Search and recommendations order what is equal by views. Written with each view, their indexes would cost more than the view.
  document as (
    select d.id, p.view_count from search_documents d join products p on p.id = d.id
    where d.kind = 'product' and d.view_count <> p.view_count and d.id in (select product_id from forgotten)
    for no key update of d skip locked),
  indexed as (
    update search_documents d set view_count = o.view_count from document o where d.kind = 'product' and d.id = o.id)
  select l.slug from listing l;
end $$;
