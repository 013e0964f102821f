-- Proofs keep no line of the repository any more. The package and the requirement that replace it come with the next sync of
-- content/.
update proofs set tools = (
  select coalesce(jsonb_agg(tool - 'text' order by place), '[]')
  from jsonb_array_elements(tools) with ordinality as each (tool, place)
);
