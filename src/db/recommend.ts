import { sql } from 'kysely'
import type { Db } from './connect.ts'
import { wordWeights } from './search.ts'

/** How many candidates each part of the question brings: enough for 24 answers, and never the whole table. */
const bound = 200

/** A product that may answer, with the share of the task's words that it holds. */
export interface RecommendationCandidate {
  id: string
  text_match: number
}

/**
 * Candidates for a task and a stack: by use case, by tools, by words, each bounded and the most trusted first. The words are folded, so
 * they can stand in a tsquery as they are.
 */
export async function findRecommendationCandidates(
  db: Db,
  question: { useCase: string | null; toolIds: readonly string[]; words: readonly string[] },
): Promise<RecommendationCandidate[]> {
  const { useCase, toolIds, words } = question
  const some = words.join(' | ')
  const { rows } = await sql<RecommendationCandidate>`
    with ${wordWeights(words)},
    candidates as (
      (select id from products where status = 'approved' and agent_use_case = ${useCase}::text
        order by (claim_review_status = 'verified') desc nulls last, is_featured desc, view_count desc, id limit ${bound})
      union
      (select product_id from product_tools join products on products.id = product_id
        where tool_id = any(${[...toolIds]}::uuid[]) and status = 'approved'
        group by product_id order by count(*) desc, product_id limit ${bound})
      union
      (select id from search_documents where kind = 'product' and document @@ to_tsquery('english', ${some})
        order by view_count desc, kind, id limit ${bound})
    )
    select c.id,
      -- A word in the name, the tools or the description says more than one that stands somewhere in the overview.
      (select coalesce(sum(w.weight * case when d.document @@ w.telling then 1 when d.document @@ w.stem then 0.4 else 0 end)
        / sum(w.weight), 0)::float8 from weights w) as text_match
    from candidates c join search_documents d on d.kind = 'product' and d.id = c.id`.execute(db)
  return rows
}
