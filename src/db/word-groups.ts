import { sql } from 'kysely'

/** Words of a question that mean one thing together, folded, and what else means it. */
export interface AskedGroup {
  words: readonly string[]
  /** Phrases of folded words: one of them in a name or a description means the same. */
  marks: readonly (readonly string[])[]
  useCase: string | null
  useCaseWord: string | null
  /** How much it counts, from 0 to 1. */
  factor: number
}

/**
 * What a group is worth by where it stands. A is the name, C the description, B the tools, D the
 * longer texts, M several of them together.
 */
export const groupWorth = {
  A: 1,
  C: 0.8,
  B: 0.5,
  M: 0.5,
  D: 0.25,
  topic: 0.85,
  topicAndWords: 0.95,
  useCase: 0.55,
} as const

/** Everything of a question, as a tsquery: each group by its words, a mark or its use case. */
export function queryOfAll(groups: readonly AskedGroup[]): string {
  return telling(groups).map(anyWay).join(' & ')
}

/** Something of a question, as a tsquery. */
export function queryOfSome(groups: readonly AskedGroup[]): string {
  return telling(groups).map(anyWay).join(' | ')
}

/** What fits every question brings nothing, unless nothing else is asked. */
function telling(groups: readonly AskedGroup[]): readonly AskedGroup[] {
  const strong = groups.filter(({ factor }) => factor === 1)
  return strong.length > 0 ? strong : groups
}

// Folded words hold letters and digits alone, so they can stand in a tsquery as they are.
function anyWay({ words, marks, useCaseWord }: AskedGroup): string {
  const ways = [
    words.join(' & '),
    ...marks.map((mark) => phrase(mark)),
    ...(useCaseWord === null ? [] : [useCaseWord]),
  ]
  return `(${ways.map((way) => `(${way})`).join(' | ')})`
}

const phrase = (words: readonly string[], weights = '') =>
  words.map((word) => `${word}${weights}`).join(' <-> ')

/**
 * CTEs up to `weights`, a row for each group: rare ones weigh more, as far as a bounded count tells,
 * and what nothing holds most. Words that say nothing are left out; when every word says nothing,
 * as in "what is this", all count alike. `isBegun` lets the last word be the beginning of one.
 */
export function groupWeights(groups: readonly AskedGroup[], { isBegun }: { isBegun: boolean }) {
  const asked = groups.map((group, n) => {
    const at = (weight: string) => group.words.map((word) => `${word}${weight}`).join(' & ')
    return {
      n,
      stem: at(''),
      begun: isBegun && n === groups.length - 1 ? at(':*') : at(''),
      named: at(':A'),
      described: at(':C'),
      built: at(':B'),
      told: at(':D'),
      anyway: anyWay(group),
      topic:
        group.marks.length === 0
          ? null
          : group.marks.map((mark) => phrase(mark, ':AC')).join(' | '),
      use_case: group.useCase,
      factor: group.factor,
    }
  })
  return sql`
    counted as materialized (
      select w.n, to_tsquery('english', w.stem) as stem, to_tsquery('simple', w.begun) as begun,
        to_tsquery('english', w.named) || to_tsquery('simple', w.named) as named, to_tsquery('english', w.described) as described,
        to_tsquery('english', w.built) || to_tsquery('simple', w.built) as built, to_tsquery('english', w.told) as told,
        to_tsquery('english', w.topic) as topic, w.use_case, w.factor,
        (select count(*) from (select from search_documents d where d.document @@ to_tsquery('english', w.anyway) limit 1000) bounded) as documents
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as w
        (n int, stem text, begun text, named text, described text, built text, told text, anyway text, topic text, use_case text, factor float8)),
    weights as materialized (
      select *, factor * ln(1 + 1000.0 / (1 + documents)) as weight from counted
      where numnode(stem) > 0 or not exists (select from counted where numnode(stem) > 0))`
}

/**
 * A lateral join `m` for a row `d` of search_documents: `relevance`, the matched weight over all
 * weight; `share`, the weight that matches in any way; and by group `stands`, a letter of the text
 * where its words stand or -, and `on_topic`, T or -. A document is unpacked once.
 */
export const matchOfGroups = sql`
  cross join lateral (select d.document || ''::tsvector as document offset 0) u
  cross join lateral (
    select coalesce(sum(g.weight * g.worth) / sum(g.weight), 0)::float8 as relevance,
      coalesce(sum(g.weight) filter (where g.worth > 0) / sum(g.weight), 0)::float8 as share,
      coalesce(json_agg(json_build_object('n', g.n, 'stands', g.stands, 'on_topic', g.on_topic, 'weight', g.weight * g.worth) order by g.n), '[]') as groups
    from (
      select s.*, greatest(
        case s.stands when 'A' then ${sql.lit(groupWorth.A)} when 'C' then ${sql.lit(groupWorth.C)} when 'B' then ${sql.lit(groupWorth.B)} when 'M' then ${sql.lit(groupWorth.M)} when 'D' then ${sql.lit(groupWorth.D)} else 0 end,
        case when s.on_topic then case when s.stands = '-' then ${sql.lit(groupWorth.topic)} else ${sql.lit(groupWorth.topicAndWords)} end else 0 end,
        case when s.use_case = d.agent_use_case then ${sql.lit(groupWorth.useCase)} else 0 end)::float8 as worth
      from (
        select w.n, w.weight, w.use_case, coalesce(u.document @@ w.topic, false) as on_topic,
          case when u.document @@ w.named then 'A' when u.document @@ w.described then 'C' when u.document @@ w.built then 'B'
            when u.document @@ w.told then 'D' when u.document @@ w.stem or u.document @@ w.begun then 'M' else '-' end as stands
        from weights w) s) g) m`
