-- The most trusted listings of a use case without reading and sorting all of them: the order is that of GET /recommend's candidates.
create index products_use_case on products
  (agent_use_case, (claim_review_status = 'verified') desc nulls last, is_featured desc, view_count desc, id) where status = 'approved';
