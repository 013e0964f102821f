-- GET /recommend without reading every listing of a use case or of a popular tool: the most trusted of each in index order, and the
-- listings with the whole stack by an index that intersects.

-- What GET /recommend gives for trust, 0 to 20, and the use case, beside what they are looked up by. Written whenever a listing is
-- published or its claim reviewed.
alter table product_tools add column standing smallint not null default 0, add column agent_use_case text;
alter table search_documents
  add column tool_ids uuid[] not null default '{}', add column standing smallint not null default 0, add column agent_use_case text;

update search_documents d set
  tool_ids = array(select tool_id from product_tools t where t.product_id = d.id),
  agent_use_case = p.agent_use_case,
  standing = (case when p.claim_review_status = 'verified' then 10 else 0 end)
    + (case when exists (select from evidence e where e.product_id = p.id) or (p.claim_reviewed_at is not null and cardinality(p.supporting_links) > 0) then 5 else 0 end)
    + (case when p.badge_verified then 3 else 0 end) + (case when p.is_featured then 2 else 0 end)
  from products p where d.kind = 'product' and p.id = d.id;
update product_tools t set standing = d.standing, agent_use_case = d.agent_use_case
  from search_documents d where d.kind = 'product' and d.id = t.product_id;

create index product_tools_standing on product_tools (tool_id, standing desc, product_id);
create index product_tools_use_case on product_tools (tool_id, agent_use_case, standing desc, product_id);
create index search_documents_tool_ids on search_documents using gin (tool_ids);
create index search_documents_use_case on search_documents (agent_use_case, standing desc, view_count desc, id) where kind = 'product';
drop index products_use_case;
