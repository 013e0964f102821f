import { type Transaction, sql } from 'kysely'
import type { Database } from './schema.ts'

/**
 * Writes what marks each topic, as folded phrases, and in each document which topics it has, by words
 * that all begin with `topicPrefix`. Says whether anything changed.
 */
export async function setTopics(
  trx: Transaction<Database>,
  topics: readonly { word: string; marks: readonly (readonly string[])[] }[],
  topicPrefix: string,
): Promise<boolean> {
  // A mark stands in a name or a description.
  const rows = topics.map(({ word, marks }) => ({
    word,
    marks: marks.map((words) => words.map((one) => `${one}:AC`).join(' <-> ')).join(' | '),
  }))
  const { rows: changed } = await sql`
    with asked as (
      select t.word, to_tsquery('english', t.marks) as marks
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (word text, marks text)
    ), gone as (
      delete from search_topics s where not exists (select from asked a where a.word = s.word) returning s.word
    ), written as (
      insert into search_topics as s (word, marks) select word, marks from asked
      on conflict (word) do update set marks = excluded.marks where s.marks::text <> excluded.marks::text returning s.word
    )
    select word from gone union all select word from written`.execute(trx)
  if (changed.length === 0) return false
  await sql`
    with tagged as (
      select d.kind, d.id, ts_delete(d.document, k.topics) as document, k.topics as before,
        array(select t.word from search_topics t where d.document @@ t.marks order by t.word) as topics
      from search_documents d cross join lateral (
        select array(select w from unnest(tsvector_to_array(d.head)) w where starts_with(w, ${topicPrefix}) order by w collate "C") as topics) k
    )
    update search_documents d
    set document = t.document || setweight(to_tsvector('simple', array_to_string(t.topics, ' ')), 'C')
    from tagged t where t.kind = d.kind and t.id = d.id and t.before <> t.topics`.execute(trx)
  return true
}
