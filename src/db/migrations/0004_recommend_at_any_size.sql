-- GET /recommend by stack without reading every listing of a popular tool: the most trusted of each tool in index order, and the
-- listings with the whole stack by an index that intersects.

-- What GET /recommend gives for trust, 0 to 20, written whenever a listing is published or its claim reviewed.
alter table product_tools add column standing smallint not null default 0;
update product_tools t set standing =
  (case when p.claim_review_status = 'verified' then 10 else 0 end)
  + (case when exists (select from evidence e where e.product_id = p.id) or (p.claim_reviewed_at is not null and cardinality(p.supporting_links) > 0) then 5 else 0 end)
  + (case when p.badge_verified then 3 else 0 end) + (case when p.is_featured then 2 else 0 end)
  from products p where p.id = t.product_id and p.status = 'approved';
create index product_tools_standing on product_tools (tool_id, standing desc, product_id);

alter table search_documents add column tool_ids uuid[] not null default '{}';
update search_documents d set tool_ids = array(select tool_id from product_tools t where t.product_id = d.id) where kind = 'product';
create index search_documents_tool_ids on search_documents using gin (tool_ids);
