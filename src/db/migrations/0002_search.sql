-- What a search looks at: one row for each tool and approved product, written by the same transactions that publish them.
-- Keys and text come folded (case, accents, width, punctuation) from the code, so that one function says what never matters.

create extension if not exists pg_trgm;

create table search_documents (
  kind text not null check (kind in ('tool', 'product')),
  id uuid not null,
  slug text collate "C" not null,
  name text not null,
  name_key text collate "C" not null,
  -- Every spelling that means exactly this: slug, name, aliases.
  keys text[] not null,
  view_count integer not null default 0,
  document tsvector not null,
  primary key (kind, id)
);
create index search_documents_document on search_documents using gin (document);
create index search_documents_keys on search_documents using gin (keys);
create index search_documents_prefix on search_documents (name_key);
create index search_documents_similar on search_documents using gin (name_key gin_trgm_ops);
create index search_documents_popular on search_documents (view_count desc, kind, id);

-- A function may only set a parameter of an extension that is loaded in the session.
select show_limit();

-- The default threshold finds 42 % of one-letter typos; this one 92 % and more. Sorting is left to the code, which counts edits.
create function similar_names(wanted text, of_kind text, bound integer) returns setof search_documents
language sql stable parallel safe set pg_trgm.similarity_threshold = 0.2 as $$
  select * from search_documents where name_key % wanted and (of_kind is null or kind = of_kind)
    order by similarity(name_key, wanted) desc, view_count desc, kind, id limit bound
$$;
