-- Since when, and until when, manifests of the repository named each tool: {first_commit, tools, past_tools} of the file
-- content/histories/<slug>.json. Null if its history was not read.
alter table proofs add column history jsonb;
