import { type RawBuilder, sql } from 'kysely'
import type { AgentUseCase, ClaimReviewStatus } from '#contract/enums.ts'
import type { Db } from './connect.ts'
import {
  type AskedGroup,
  groupWeights,
  matchOfGroups,
  queryOfAll,
  queryOfSome,
} from './word-groups.ts'

/**
 * How many candidates each part of the question brings: enough for 24 answers, and never the whole
 * table.
 */
const bound = 200

/** How many listings of all tools together are looked at for those that use the most of them. */
const lookedAt = 1200

/** A product that may answer, with what its score depends on. */
export interface RecommendationCandidate {
  id: string
  slug: string
  name: string
  description: string
  agent_use_case: AgentUseCase | null
  claim_review_status: ClaimReviewStatus | null
  claim_reviewed_at: Date | null
  badge_verified: boolean
  is_featured: boolean
  view_count: number
  supporting_links: string[]
  /** The addresses of its evidence. */
  evidence: string[]
  /** Which of the tools that were asked for it is built with. */
  tool_ids: string[]
  /** The matched weight of the task over all of it, from 0 to 1. */
  text_match: number
  /** The share of the task that it matches in any way, from 0 to 1. */
  share: number
  groups: GroupMatch[]
}

/** Where the words of a group stand in a listing (`groupWorth`), and whether it has one of its marks. */
export interface GroupMatch {
  n: number
  stands: 'A' | 'B' | 'C' | 'D' | 'M' | '-'
  on_topic: boolean
  weight: number
}

/**
 * Candidates for a task and a stack: by use case, by tools, by words, and by two of them at once,
 * each bounded. Use cases and tools come in the order of their trust, so that what is left out
 * would score less; whole stacks and words with tools are cut as they are found. The words are
 * folded, so they can stand in a tsquery as they are.
 */
export async function findRecommendationCandidates(
  db: Db,
  question: { useCase: string | null; toolIds: readonly string[]; groups: readonly AskedGroup[] },
): Promise<RecommendationCandidate[]> {
  const { groups } = question
  const tools = sql`${[...question.toolIds]}::uuid[]`
  const useCase = sql`${question.useCase}::text`
  const ofEach = Math.max(20, Math.ceil(lookedAt / Math.max(1, question.toolIds.length)))
  const some = sql`to_tsquery('english', ${queryOfSome(groups)})`
  const withTools = (only: { useCase: boolean }) => sql`
    (select id from search_documents where cardinality(${tools}) > 0 and kind = 'product' and tool_ids @> ${tools}
        ${only.useCase ? sql`and agent_use_case = ${useCase}` : sql``} limit ${lookedAt})
    union
    (select listed.id from unnest(${tools}) as asked (id) cross join lateral (
      select t.product_id as id from product_tools t join products p on p.id = t.product_id
      where t.tool_id = asked.id and p.status = 'approved' ${only.useCase ? sql`and t.agent_use_case = ${useCase}` : sql``}
      order by t.standing desc, t.product_id limit ${ofEach}) listed)`
  const most = (ids: RawBuilder<unknown>) => sql`
    (select w.id from ${ids} w cross join lateral (
      select count(*) as matched, max(standing) as standing from product_tools t where t.product_id = w.id and t.tool_id = any(${tools})) u
      order by u.matched desc, u.standing desc, w.id limit ${bound})`
  const { rows } = await sql<RecommendationCandidate>`
    with ${groupWeights(groups, { isBegun: false })},
    -- MATERIALIZED, so that the bounds hold whatever the planner thinks of the joins around them.
    with_tools as materialized (${withTools({ useCase: false })}),
    of_use_case_with_tools as materialized (${withTools({ useCase: true })}),
    candidates as materialized (
      (select id from search_documents where kind = 'product' and agent_use_case = ${useCase}
        order by standing desc, view_count desc, id limit ${bound})
      union ${most(sql`with_tools`)}
      union ${most(sql`of_use_case_with_tools`)}
      union
      (select id from search_documents where kind = 'product' and document @@ to_tsquery('english', ${queryOfAll(groups)})
        order by view_count desc, kind, id limit ${bound})
      union
      (select id from search_documents where kind = 'product' and document @@ ${some} order by view_count desc, kind, id limit ${bound})
      union
      (select id from search_documents where kind = 'product' and document @@ ${some} and tool_ids && ${tools} limit ${2 * bound})
    )
    select p.id, p.slug, p.name, p.description, d.agent_use_case, p.claim_review_status, p.claim_reviewed_at, p.badge_verified, p.is_featured, p.view_count,
      p.supporting_links,
      (select coalesce(json_agg(e.url), '[]') from evidence e where e.product_id = p.id) as evidence,
      (select coalesce(json_agg(t.tool_id), '[]') from product_tools t where t.product_id = p.id and t.tool_id = any(${tools})) as tool_ids,
      m.relevance as text_match, m.share, m.groups
    from candidates c
    join products p on p.id = c.id and p.status = 'approved'
    join search_documents d on d.kind = 'product' and d.id = c.id
    ${matchOfGroups}`.execute(db)
  return rows
}

/** Writes by what the listings of a tool are chosen: how much each is trusted, and its use case. */
export async function setStandings(
  db: Db,
  standings: readonly { id: string; standing: number; agent_use_case: AgentUseCase | null }[],
): Promise<void> {
  await sql`
    update product_tools t set standing = s.standing, agent_use_case = s.agent_use_case
    from jsonb_to_recordset(${JSON.stringify(standings.map(({ id, standing, agent_use_case }) => ({ id, standing, agent_use_case })))}::jsonb) as s (id uuid, standing smallint, agent_use_case text)
    where t.product_id = s.id and (t.standing, t.agent_use_case) is distinct from (s.standing, s.agent_use_case)`.execute(
    db,
  )
}
