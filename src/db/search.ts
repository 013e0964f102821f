import { type RawBuilder, sql } from 'kysely'
import type { AgentUseCase } from '#contract/enums.ts'
import { findCandidates } from './candidates.ts'
import type { Db } from './connect.ts'
import type { AskedGroup } from './word-groups.ts'

/** So many are looked for at least: the first few of a stage are not always the best of all. */
const fewest = 20

/** What the database says of a tool or product that may answer a query. */
export interface SearchCandidate {
  kind: 'tool' | 'product'
  id: string
  slug: string
  name: string
  name_key: string
  view_count: number
  is_exact: boolean
  is_prefix: boolean
  /** The matched weight of the question over all of it, from 0 to 1. */
  text_rank: number
  /** The share of the question that it matches in any way, from 0 to 1; rare words count more. */
  share: number
}

/**
 * A query as the database takes it: groups of folded words, the key of the whole, which kind is
 * wanted, and how many.
 */
export interface SearchQuestion {
  key: string
  groups: readonly AskedGroup[]
  kind: 'tool' | 'product' | null
  limit: number
  /** As of `CandidateQuestion`. */
  documents?: number
}

/**
 * Everything that may answer: exact and prefix names, full text with all words or some, and similar
 * names, of which the later ones are looked for where the earlier ones bring too few.
 */
export async function findSearchCandidates(
  db: Db,
  { limit, ...question }: SearchQuestion,
): Promise<SearchCandidate[]> {
  const wanted = Math.max(limit, fewest)
  const asked = { ...question, toolIds: [], useCase: null, wanted }
  return (await findCandidates(db, asked)).map(({ relevance, ...row }) => ({
    ...row,
    text_rank: relevance,
  }))
}

/** What is shown of the results, by id. */
export async function listSearchDetails(
  db: Db,
  ids: { tools: readonly string[]; products: readonly string[] },
) {
  const [tools, products] = await Promise.all([
    db
      .selectFrom('tools')
      .select(['id', 'description', 'icon'])
      .where('id', '=', sql<string>`any(${[...ids.tools]}::uuid[])`)
      .execute(),
    db
      .selectFrom('products')
      .select(['id', 'description', 'favicon_url', 'screenshot_url'])
      .where('id', '=', sql<string>`any(${[...ids.products]}::uuid[])`)
      .where('status', '=', 'approved')
      .execute(),
  ])
  return { tools, products }
}

/**
 * Writes what a search looks at. Texts are folded already; the weights A to D are those of the full
 * text, and `asks` is as `SearchDocument` says.
 */
export async function setSearchDocuments(
  db: Db,
  documents: readonly {
    kind: 'tool' | 'product'
    id: string
    slug: string
    name: string
    view_count: number
    name_key: string
    keys: readonly string[]
    /** The tools that a product is built with. */
    tool_ids?: readonly string[]
    /** How much a product is trusted, 0 to 20. */
    standing?: number
    agent_use_case?: AgentUseCase | null
    texts: { A: string; B: string; C: string; D: string; asks: string }
    /** The version of the code that made it. */
    version?: number
  }[],
): Promise<void> {
  if (documents.length === 0) return
  await sql`
    insert into search_documents (kind, id, slug, name, view_count, name_key, keys, tool_ids, standing, agent_use_case, version, document)
    select d.kind, d.id, d.slug, d.name, d.view_count, d.name_key, array(select jsonb_array_elements_text(d.keys)),
      array(select jsonb_array_elements_text(d.tool_ids)::uuid), d.standing, d.agent_use_case, d.version, t.document || ${topicsOf(sql`t.document`)}
    from jsonb_to_recordset(${JSON.stringify(documents.map((document) => ({ tool_ids: [], standing: 0, version: 0, ...document })))}::jsonb)
      as d (kind text, id uuid, slug text, name text, view_count int, name_key text, keys jsonb, tool_ids jsonb, standing smallint, agent_use_case text, version smallint, texts jsonb)
    cross join lateral (select
      -- The name also as it is written, without stemming and stop words.
      setweight(to_tsvector('simple', d.texts ->> 'A'), 'A') || setweight(to_tsvector('english', d.texts ->> 'A'), 'A')
      || setweight(to_tsvector('english', d.texts ->> 'B'), 'B') || setweight(to_tsvector('simple', d.texts ->> 'B'), 'B')
      || setweight(to_tsvector('english', d.texts ->> 'asks'), 'B')
      || setweight(to_tsvector('english', d.texts ->> 'C'), 'C') || setweight(to_tsvector('english', d.texts ->> 'D'), 'D') as document offset 0) t
    on conflict (kind, id) do update set
      slug = excluded.slug, name = excluded.name, view_count = excluded.view_count, name_key = excluded.name_key,
      keys = excluded.keys, tool_ids = excluded.tool_ids, standing = excluded.standing, agent_use_case = excluded.agent_use_case, version = excluded.version, document = excluded.document`.execute(
    db,
  )
}

/** The words of the topics that a document has a mark of, as a part of it. */
function topicsOf(document: RawBuilder<unknown>) {
  return sql`setweight(to_tsvector('simple',
    coalesce((select string_agg(topic.word, ' ' order by topic.word) from search_topics topic where ${document} @@ topic.marks), '')), 'C')`
}
