-- A report can say that a tool is missing in the stack of a listing.
alter table reports drop constraint reports_fact_check, add constraint reports_fact_check
  check (fact in ('tool', 'missing_tool', 'line', 'works_with', 'licence', 'state', 'claim', 'text', 'other'));
