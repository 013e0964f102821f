-- Of what has a word the most viewed are ranked, and to know their views all rows that have it were read: at 10,000 listings a third of what two
-- words cost. The most viewed have smaller indexes of their own, and a word that many of them have is looked up there. Decision 0028.

-- The words of the overview alone, in the row: to see whether a word stands there, the whole document was fetched and unpacked for each row of an
-- answer. Without positions, since all of them are of one weight.
alter table search_documents add column body tsvector generated always as (strip(ts_filter(document, '{d}'))) stored;
alter table search_documents alter column body set storage main;

-- So many documents are in the class 0 of popularity, in 0 and 1, and in 0 to 2; all others are in class 3. A class that
-- would hold most of all documents is left out.
create function popularity_sizes() returns float8[] language sql immutable as $$ select array[2500, 5000, 15000]::float8[] $$;
-- By views, as they were when it was last written (db/popularity.ts). Until then a document is in class 3, and nothing else is found.
alter table search_documents add column popularity smallint not null default 3;
create index search_documents_head_of_0 on search_documents using gin (head) with (fastupdate = off) where popularity <= 0;
create index search_documents_head_of_1 on search_documents using gin (head) with (fastupdate = off) where popularity <= 1;
create index search_documents_head_of_2 on search_documents using gin (head) with (fastupdate = off) where popularity <= 2;

-- find_candidates as in 0027, by popularity, and with the body for what stands there.
-- As in 0017: the parameter of an extension that is loaded.
select show_limit();
create or replace function find_candidates(
  asked jsonb, key text, of_kind text, of_tools uuid[], of_use_case text, wanted integer, rules jsonb)
returns json
language plpgsql stable
set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan set client_min_messages = warning set pg_trgm.similarity_threshold = 0.2
as $$
declare
  bound constant integer := (rules ->> 'bound')::integer;
  few constant integer := (rules ->> 'few')::integer;
  -- Code from before this migration names none.
  full_at constant integer := coalesce((rules ->> 'enough')::integer, bound);
  floor constant float8 := (rules ->> 'floor')::float8;
  after_all constant text := chr(1114111);
  everything constant float8 := (select coalesce(sum(w.documents), 0) from search_words w where w.word in (':tool', ':product'));
  total constant float8 := case when of_kind is null then everything
    else (select coalesce(sum(w.documents), 0) from search_words w where w.word = ':' || of_kind) end;
  tools constant integer := coalesce(cardinality(of_tools), 0);
  sizes constant float8[] := popularity_sizes();
  -- What the groups of words come to.
  group_weights float8[]; group_needs float8[];
  all_query text; some_query text; split_query text; any_query text;
  all_heads float8; some_heads float8; all_documents float8;
  is_all text; is_rest text; relevance text; head_relevance text; letters text; on_topic text; is_few boolean; is_cut boolean := false;
  -- What the tools come to.
  whole_stacks float8; any_tools float8; tool_count text := '0';
  fit text := 'f.relevance'; best_first text;
  -- What was found.
  places tid[] := '{}'; some_places tid[];
  names integer := 0; answered integer := 0; some_answered integer; whole integer := 0; some_count integer;
  top float8 := 0; some_top float8; is_full boolean := false; is_more boolean; is_covered boolean := false; at_most integer;
  popular integer; stage record; answer json;
begin
  with parsed as materialized (
    -- Where a text has a word as it is written it has its stem, too; but for stop words, and for what is being typed.
    select a.*, e.stem, e.typed, e.is_typed, case when numnode(e.stem) = 0 then to_tsquery('simple', a.begun)
        -- Code from before this migration does not name the words before.
        when e.is_typed then e.stem || case when a.before is null then to_tsquery('simple', a.begun) else to_tsquery('english', a.before) && to_tsquery('simple', a.begins || ':*') end
        else e.stem end as said,
      to_tsquery('simple', a.topics) as topic, to_tsquery('english', a.use_case) as cased,
      case when numnode(e.stem) = 0 then to_tsquery('simple', a.named) else to_tsquery('english', a.named) end as in_name,
      to_tsquery('english', a.described) as in_description,
      case when numnode(e.stem) = 0 then to_tsquery('simple', a.built) else to_tsquery('english', a.built) end as in_tools
    from rows from (jsonb_to_recordset(asked) as (words text, begun text, before text, begins text, named text, described text, built text,
        topics text, use_case text, factor float8, need float8, by_topic float8, by_both float8, is_hint boolean)) with ordinality
      as a (words, begun, before, begins, named, described, built, topics, use_case, factor, asked_need, by_topic, by_both, is_hint, n)
    cross join lateral (select to_tsquery('english', a.words) as stem, t.typed,
      -- What many write is a whole word: all words that go on from it are as many lists to read.
      a.begins is not null and coalesce((select max(w.documents) from search_words w where w.word = any (t.typed)), 0) < (rules ->> 'more')::integer as is_typed
      from (select tsvector_to_array(to_tsvector('english', coalesce(a.begins, ''))) as typed) t offset 0) e
  ), known as materialized (
    -- What a word only hints at counts in what is found by other words.
    select p.*, p.said || coalesce(p.topic, '') || coalesce(p.cased, '') as anyway, k.*, y.*, b.*,
      p.said || coalesce(case when p.is_hint then null else p.topic end, '') || coalesce(p.cased, '') as finds, case when p.is_hint then 0 else y.other_ways end as other_finds
    from parsed p
    cross join lateral (
      select count(*) as lexemes, coalesce(min(coalesce(w.documents, 0)), 0) as fewest,
        -- A product of shares, exactly 0 where a word is in none.
        coalesce(min(sign(coalesce(w.heads, 0))) * exp(sum(ln(greatest(coalesce(w.heads, 0), 1) / (everything + 1)))), 0) as in_heads,
        coalesce(min(sign(coalesce(w.documents, 0))) * exp(sum(ln(greatest(coalesce(w.documents, 0), 1) / (everything + 1)))), 0) as in_documents,
        -- The words before the one that is being typed; 1 without any.
        coalesce(exp(sum(ln(greatest(coalesce(w.heads, 0), 1) / (everything + 1))) filter (where s.word <> all (p.typed))), 1) as before_heads,
        coalesce(exp(sum(ln(greatest(coalesce(w.documents, 0), 1) / (everything + 1))) filter (where s.word <> all (p.typed))), 1) as before_documents
      from unnest(tsvector_to_array(to_tsvector('english', p.words))) as s (word) left join search_words w on w.word = s.word) k
    cross join lateral (
      select coalesce(sum(w.documents), 0) as other_ways
      from unnest(tsvector_to_array(to_tsvector('simple', coalesce(p.topics, '')) || to_tsvector('english', coalesce(p.use_case, '')))) as s (word)
        join search_words w on w.word = s.word) y
    cross join lateral (
      select coalesce(sum(h.heads), 0) as begun_heads, coalesce(sum(h.documents), 0) as begun_documents from (
        select w.heads, w.documents from search_words w where p.is_typed and w.word >= p.begins and w.word < p.begins || after_all limit 300) h) b
  ), counted as materialized (
    -- Code from before this migration names no need.
    select k.*, coalesce(k.asked_need, k.factor) as need_factor, numnode(k.stem) > 0 or not exists (select from known m where numnode(m.stem) > 0) as counts,
      least(1, greatest(k.in_heads, k.before_heads * k.begun_heads / (everything + 1)) + k.other_finds / (everything + 1)) as likely,
      least(1, greatest(k.in_documents, k.before_documents * k.begun_documents / (everything + 1)) + k.other_finds / (everything + 1)) as likely_deep,
      case when k.lexemes <= 1 and k.other_ways = 0 then least(1000, k.fewest)
        -- Words that belong together stand together more often than two words do by chance.
        when k.other_finds = k.other_ways and k.fewest + k.other_ways <= (rules ->> 'more')::integer then (
          select count(*) from (select from search_documents d
            where d.document @@ (k.stem || coalesce(k.topic, '') || coalesce(k.cased, '')) limit 1000) bounded)
        else least(1000, case when k.lexemes <= 1 then k.fewest else k.in_documents * everything end + k.other_ways) end as documents
    from known k
  ), weighed as materialized (
    select c.*, case when c.counts then c.factor * ln(1 + 1000.0 / (1 + c.documents)) else 0 end as weight,
      case when c.counts then c.need_factor * ln(1 + 1000.0 / (1 + c.documents)) else 0 end as need from counted c
  ), shared as materialized (
    select w.*, w.weight / sum(w.need) over () as part, w.need / sum(w.need) over () as share,
      w.counts and numnode(w.finds) > 0 and (w.need_factor >= 1 or not bool_or(w.need_factor >= 1) over ()) as tells,
      numnode(w.stem || coalesce(case when w.is_hint then null else w.topic end, '') || coalesce(w.cased, '')) > 0 as is_solid
    from weighed w
  ), enough as (
    -- The fewest groups of which a relevance above the floor can come.
    select s.finds::text as query, s.likely from shared s where s.tells and s.is_solid and s.share >= floor
    union all
    select (a.finds && b.finds)::text, a.likely * b.likely from shared a join shared b on a.n < b.n and a.tells and a.is_solid and b.tells and b.is_solid
    where greatest(a.share, b.share) < floor and a.share + b.share >= floor
  ), some_of as materialized (
    select * from enough
    union all
    select s.finds::text, s.likely from shared s where s.tells and s.is_solid and not exists (select from enough)
  )
  select array_agg(s.weight order by s.n), array_agg(s.need order by s.n),
    string_agg('(' || s.finds::text || ')', ' & ' order by s.n) filter (where s.tells),
    -- The words of one group may be spread over the texts of head and body.
    string_agg('(' || s.said::text || ')', ' | ' order by s.n)
      filter (where s.tells and s.lexemes > 1 and s.part >= 2 * floor and s.part < 1 and s.in_documents * everything <= 1000),
    total * min(sign(s.likely)) filter (where s.tells) * exp(sum(ln(greatest(s.likely, 1e-9))) filter (where s.tells)),
    everything * min(sign(s.likely_deep)) filter (where s.tells) * exp(sum(ln(greatest(s.likely_deep, 1e-9))) filter (where s.tells)),
    -- So few that each can be looked at, whatever little it holds; one group has no parts.
    case when count(*) filter (where s.tells) > 1 and least(total, sum(s.documents) filter (where s.tells and s.is_solid)) <= few
      then string_agg('(' || s.finds::text || ')', ' | ' order by s.n) filter (where s.tells and s.is_solid) end,
    string_agg(format('d.head @@ %L', s.finds), ' and ' order by s.n) filter (where s.counts),
    string_agg(format('d.head @@ %L', s.finds), ' and ' order by s.n) filter (where s.counts and not s.tells),
    string_agg(format('%s::float8 * case when d.head @@ %L then %s else <body> end', s.part, s.anyway, h.worth), ' + ' order by s.n) filter (where s.counts),
    string_agg(format('%s::float8 * ', s.part) || case when s.tells and not coalesce(s.is_hint, false) then h.worth else format('case when d.head @@ %L then %s else 0 end', s.anyway, h.worth) end,
      ' + ' order by s.n) filter (where s.counts),
    string_agg(case when s.counts then format(
      'case when d.head @@ %L then ''A'' when d.head @@ %L then ''C'' when d.head @@ %L then ''B'' when d.body @@ %L then ''D'' when %s then ''M'' else ''-'' end',
      s.in_name, s.in_description, s.in_tools, s.stem, format(case when s.lexemes > 1 then 'd.document @@ %L' else '(d.head @@ %1$L or d.body @@ %1$L)' end, s.said)) else '''-''' end, ' || ' order by s.n),
    string_agg(case when s.counts and s.topic is not null then format('case when d.head @@ %L then ''T'' else ''-'' end', s.topic) else '''-''' end,
      ' || ' order by s.n),
    (select string_agg('(' || o.query || ')', ' | ') from some_of o), total * least(1, (select sum(o.likely) from some_of o))
  into group_weights, group_needs, all_query, split_query, all_heads, all_documents, any_query, is_all, is_rest, relevance, head_relevance, letters, on_topic, some_query, some_heads
  from shared s
  cross join lateral (
    -- What a group is worth that stands in the head.
    select format('greatest(case when d.head @@ %L then %s::float8 when d.head @@ %L then %s when d.head @@ %L then %s end%s%s)',
      s.in_name, rules ->> 'A', s.in_description, rules ->> 'C', s.said, rules ->> 'B',
      case when s.topic is not null then format(', case when d.head @@ %L then case when d.head @@ %L then %s::float8 else %s end end',
        s.topic, s.said, coalesce(s.by_both::text, rules ->> 'topicAndWords'), coalesce(s.by_topic::text, rules ->> 'topic')) end,
      case when s.cased is not null then format(', case when d.head @@ %L then %s::float8 end', s.cased, rules ->> 'useCase') end) as worth) h;
  is_rest := case when is_all is null then 'false' else coalesce(is_rest, 'true') end;
  is_all := coalesce(is_all, 'false');
  relevance := coalesce(relevance, '0::float8');
  head_relevance := coalesce(head_relevance, '0::float8');
  is_few := any_query is null and all_documents > 0 and all_documents <= (rules ->> 'more')::integer / 2;

  if tools > 0 then
    select total * exp(sum(ln((coalesce(w.documents, 0) + 0.001) / (total + 1)))), least(total, sum(coalesce(w.documents, 0)))
    into whole_stacks, any_tools
    from unnest(of_tools) as t (id) left join search_words w on w.word = ':' || t.id;
    tool_count := (select string_agg(format('(d.tool_ids @> %L)::integer', array[t.id]), ' + ') from unnest(of_tools) as t (id));
    fit := format(case when all_query is null then 'f.tools::float8 / %2$s'
      else '(case when f.relevance >= %1$s then %3$s::float8 * f.relevance + %4$s::float8 * f.tools / %2$s else %5$s::float8 * f.tools / %2$s end)' end,
      -- Code from before this migration names no weights.
      floor, tools, coalesce(rules #>> '{fit,task}', '0.6'), coalesce(rules #>> '{fit,tools}', '0.4'), coalesce(rules #>> '{fit,toolsAlone}', '0.4'));
  end if;
  best_first := case when key is not null then 'f.is_all desc, f.relevance desc, f.view_count desc, f.name_key'
    else format('round(20 * %1$s) desc, round(f.standing / 5.0) desc, %1$s desc, f.view_count desc, f.slug', '(' || fit || ')') end;

  if key is not null then
    with exact as (
      select d.ctid as place from search_documents d where d.keys @> array[key] and (of_kind is null or d.kind = of_kind)
    ), begun as (
      select d.ctid as place from search_documents d
      where d.name_key >= key and d.name_key < key || after_all and (of_kind is null or d.kind = of_kind)
      order by -d.view_count, d.kind, d.id limit (rules ->> 'prefix')::integer
    )
    select coalesce(array_agg(n.place), '{}'), count(*) into places, names from (select place from exact union select place from begun) n;
  end if;

  is_more := not exists (select from jsonb_array_elements(asked) a where a ->> 'use_case' is not null);
  for stage in
    with conditions (n, name, looked_up, tried, likely, is_trusted) as (values
      (1, 'all', format('d.head @@ %L', nullif(all_query, '')), format('ts_match_vq(d.head, %L)', all_query), all_heads, false),
      (2, 'deep', format('d.document @@ %L', all_query), null, null, false),
      (3, 'any', format('d.document @@ %L', any_query), null, null, false),
      (4, 'split', format('d.document @@ %L', split_query), null, null, false),
      (5, 'some', format('d.head @@ %L', some_query), format('ts_match_vq(d.head, %L)', some_query), some_heads, false),
      (6, 'use case', format('d.agent_use_case = %L', of_use_case), null, null, true),
      (7, 'whole stack', format('d.tool_ids @> %L', of_tools), format('arraycontains(d.tool_ids, %L)', of_tools), whole_stacks, true),
      (8, 'some tools', format('d.tool_ids && %L', of_tools), format('arrayoverlap(d.tool_ids, %L)', of_tools), any_tools, true),
      (9, 'some and tools', format('d.head @@ %L and d.tool_ids && %L', some_query, of_tools),
        format('ts_match_vq(d.head, %L) and arrayoverlap(d.tool_ids, %L)', some_query, of_tools), some_heads * any_tools / (total + 1), false),
      (10, 'use case and tools', format('d.agent_use_case = %L and d.tool_ids && %L', of_use_case, of_tools), null, null, true))
    select c.name, c.is_trusted, p.popular, c.looked_up, c.tried, c.likely,
      -- Rows are tried one after the other where that is less than half as many, or, beside the most viewed, one and a half times as many.
      coalesce(c.likely * coalesce(sizes[p.popular + 1] / everything, 1) * c.likely > case when p.popular is null then 2.0 else 0.7 end * bound * total, false) as is_tried
    from conditions c cross join lateral (
      -- The smallest class that has enough, and half as many again.
      select min(t.n) - 1 as popular from unnest(sizes) with ordinality as t (size, n)
      where not c.is_trusted and everything >= 1.5 * t.size and c.likely * t.size >= 1.5 * bound * everything) p
    where case c.name when 'all' then all_heads > 0 when 'some' then some_heads > 0 and some_query <> all_query and any_query is null
      when 'deep' then all_documents > 0 and all_documents <= 2000 and any_query is null when 'split' then split_query <> '' and any_query is null when 'any' then any_query <> ''
      when 'use case' then of_use_case is not null when 'some and tools' then some_query is not null and some_heads > 0 and tools > 0
      when 'use case and tools' then of_use_case is not null and tools > 0 and all_query is null else tools > 0 end
    -- Where few documents have every word, or any, all of them are looked at; those with every word in the head are among them.
    order by case when c.name = 'deep' and is_few or c.name = 'any' then 0 else c.n end
  loop
    continue when (answered >= wanted or is_full) and (stage.name in ('deep', 'split') or stage.name in ('some', 'any') and key is not null);
    continue when stage.name = 'all' and not is_cut and (is_few or any_query is not null);
    -- What has the use case was among them when all that has some of the words was looked at.
    continue when stage.name = 'use case' and not is_more;
    -- All that has some of the words was looked at, and the tools of each were counted.
    continue when stage.name = 'some and tools' and is_covered;
    continue when is_full and stage.name = 'some' or stage.name = 'some tools' and (tools = 1 or whole >= wanted);
    at_most := case when stage.name = 'any' then few
      when key is not null and stage.name in ('some', 'deep', 'split') then (rules ->> 'more')::integer
      -- Those that have words of the question, too, come with the words.
      when stage.name in ('whole stack', 'some tools') and some_query is not null then least(bound, 2 * wanted)
      else bound end;
    popular := case when not stage.is_tried then stage.popular end;
    loop
      execute format(
        'select coalesce((array_agg(f.place order by %s))[1:%s], ''{}''), count(*), count(*) filter (where f.is_all), max(f.relevance) from (
          select d.place, %s as is_all, %s as relevance, %s as tools, d.standing, d.view_count, d.name_key, d.slug from %s d offset 0) f',
        best_first, case when stage.name = 'any' then greatest(2 * wanted, (rules ->> 'more')::integer) else 2 * wanted end,
        case stage.name when 'deep' then 'true' when 'split' then 'false' when 'all' then is_rest else is_all end,
        case stage.name when 'all' then head_relevance else replace(relevance, '<body>', case stage.name when 'deep' then rules ->> 'D' when 'split' then rules ->> 'M' else '0' end) end, tool_count,
        case when stage.name = 'use case' then format(
          '(select d.ctid as place, d.* from search_documents d where d.kind = ''product'' and %s order by d.standing desc, d.view_count desc, d.id limit %s)',
          stage.looked_up, at_most)
        when stage.is_tried then format(
          '(select d.* from (select d.ctid as place, d.* from search_documents d %1$s order by %2$s limit %3$s) d where %4$s order by %2$s limit %5$s)',
          'where d.kind = ' || quote_literal(of_kind),
          case when stage.is_trusted then 'd.standing desc, d.view_count desc, d.id' else 'd.view_count desc, d.kind, d.id' end,
          1000 + ceil(4 * bound * total / stage.likely), stage.tried, at_most)
        when popular is not null then format(
          '(select d.ctid as place, d.head, d.tool_ids, d.standing, d.view_count, d.name_key, d.slug from search_documents d
            where %s and d.popularity <= %s%s order by -d.view_count, d.kind, d.id limit %s)',
          stage.looked_up, popular, ' and d.kind = ' || quote_literal(of_kind), at_most)
        -- The long rows are read again for those that are ranked, which is less than to sort all of them.
        else format(
          '(select n.place, d.* from (
            select d.place from (select d.ctid as place, d.standing, d.view_count, d.kind, d.id from search_documents d where %s%s) d order by %s limit %s) n
            join search_documents d on d.ctid = n.place)', stage.looked_up, ' and d.kind = ' || quote_literal(of_kind),
          case when stage.is_trusted then '-d.standing, -d.view_count, d.id' else '-d.view_count, d.kind, d.id' end, at_most) end)
      into some_places, some_count, some_answered, some_top;
      -- A word may stand in what few look at: then all are looked at.
      exit when popular is null or some_count >= at_most;
      popular := null;
    end loop;
    places := places || some_places;
    answered := greatest(answered, some_answered);
    is_full := is_full or stage.name = 'all' and some_count >= least(full_at, bound);
    is_cut := is_cut or stage.name in ('deep', 'any') and some_count = at_most;
    is_covered := is_covered or some_count < at_most and (stage.name = 'some' or stage.name in ('all', 'deep') and all_query = some_query);
    is_more := is_more or stage.name in ('all', 'some') and some_count = bound;
    whole := case when stage.name = 'whole stack' then some_count else whole end;
    top := greatest(top, some_top);
  end loop;

  if key is not null and not is_full and greatest(names, answered) < wanted then
    -- Among many names one wrong letter is looked for, or two that changed places, which leave this similarity at least; more slips among fewer names.
    perform set_config('pg_trgm.similarity_threshold',
      greatest((rules ->> 'similarity')::float8, case when total > 20000 then least(0.3, (length(key) - 3) / (length(key) + 5.0)) end)::text, true);
    select places || coalesce(array_agg(n.place), '{}') into places from (
      select d.ctid as place from search_documents d where d.name_key % key and (of_kind is null or d.kind = of_kind)
      order by similarity(d.name_key, key) desc, d.view_count desc, d.kind, d.id limit (rules ->> 'similar')::integer) n;
  end if;

  -- One value, since a client reads a row of many columns slowly.
  execute format(
    'select json_build_object(''weights'', $3::float8[], ''needs'', $7::float8[], ''best'', $4::float8, ''rows'', coalesce(json_agg(json_build_array(d.kind, d.id, d.slug,
      d.name, d.name_key, d.view_count, d.agent_use_case, d.keys @> array[$1], d.name_key >= $1 and d.name_key < $2, %s, %s, %s)), ''[]''))
    from search_documents d where d.ctid = any ($5)',
    case when tools > 0 then 'array(select t from unnest(d.tool_ids) t where t = any ($6))' else '''{}''::uuid[]' end,
    coalesce(letters, ''''''), coalesce(on_topic, ''''''))
  into answer using key, key || after_all, coalesce(group_weights, '{}'), top, places, of_tools, coalesce(group_needs, '{}');
  return answer;
end $$;
