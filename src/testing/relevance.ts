import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { load } from 'js-yaml'
import { z } from 'zod'
import { request } from './service.ts'

const Judged = z.strictObject({
  for: z.enum(['search', 'recommend']),
  kind: z.string(),
  q: z.string().optional(),
  task: z.string().optional(),
  stack: z.string().optional(),
  relevant: z.record(z.string(), z.int().min(1).max(3)),
  /**
   * The author did not know the topics and the other queries. The ranking is tuned on this query.
   */
  tuned: z.boolean().default(false),
  /** Written like the `tuned` queries, by another person. Nobody reads it while tuning. */
  blind: z.boolean().default(false),
  /**
   * Written and judged by a person outside the project. The ranking was changed after this query
   * was read, but no words were added.
   */
  stranger: z.boolean().default(false),
  /**
   * Written and judged by a second person outside the project. Nobody read it before the ranking
   * was finished.
   */
  sealed: z.boolean().default(false),
})
export type Judged = z.infer<typeof Judged>

export const halves = ['tuned', 'held out', 'blind', 'stranger', 'sealed'] as const

export interface Scored {
  query: Judged
  /** 1 / rank of the first relevant answer, else 0. If no answer is right: 1 for no answers. */
  reciprocalRank: number
  /** nDCG of the first ten answers. If the query has no right answer: 1 for no answers. */
  ndcg: number
  answers: string[]
  /** The reasons of all answers, each with the slug of its listing. */
  reasons: { slug: string; reason: string }[]
  /**
   * The ranking was tuned on `tuned` queries: those marked so, and those at even positions of the
   * list. `held out` queries show whether the ranking generalises. `blind`, `stranger` and `sealed`
   * queries show it better, in this order.
   */
  half: (typeof halves)[number]
}

/** Calls the API with a path and query, and returns the JSON body. */
export type Ask = (id: 'search' | 'recommend_products', address: string) => Promise<unknown>

/** Makes an `Ask` that calls a served site. */
export function askSite(url: string): Ask {
  return async (_, address) => (await request(`${url}/api/v1${address}`)).json()
}

/** Sends every judged query, and scores its answers. */
export async function measureRelevance(ask: Ask): Promise<Scored[]> {
  const text = await readFile(path.join(import.meta.dirname, 'judged-queries.yaml'), 'utf8')
  const queries = z.array(Judged).parse(load(text))
  const scored: Scored[] = []
  for (const [index, query] of queries.entries()) {
    const { answers, reasons } =
      query.for === 'search' ? await searched(ask, query) : await recommended(ask, query)
    scored.push({
      query,
      answers: answers.slice(0, 10),
      reasons,
      half: halfOf(query, index),
      ...score(query, answers),
    })
  }
  return scored
}

function halfOf({ tuned, blind, stranger, sealed }: Judged, index: number): Scored['half'] {
  if (sealed) return 'sealed'
  if (stranger) return 'stranger'
  if (blind) return 'blind'
  return tuned || index % 2 === 0 ? 'tuned' : 'held out'
}

/** A judged query as one line of text. */
export function queryText({ q, task, stack }: Judged): string {
  return [q, task, stack].filter(Boolean).join(' + ')
}

/**
 * The average scores of queries. Among the queries with a right answer, `goodFirst` is the fraction
 * with a right answer in the first three, and `useless` the fraction of irrelevant answers in the
 * first three.
 */
export function means(scored: readonly Scored[]) {
  const mean = (values: number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const firsts = scored
    .filter(({ query }) => Object.keys(query.relevant).length > 0)
    .map(({ query, answers }) => answers.slice(0, 3).map((one) => query.relevant[one] ?? 0))
  const uselessOf = (grades: readonly number[]) =>
    grades.filter((grade) => grade === 0).length / Math.max(1, grades.length)
  return {
    goodFirst: mean(firsts.map((grades) => (grades.some((grade) => grade >= 2) ? 1 : 0))),
    useless: mean(firsts.map(uselessOf)),
    mrr: mean(scored.map(({ reciprocalRank }) => reciprocalRank)),
    ndcg: mean(scored.map(({ ndcg }) => ndcg)),
    count: scored.length,
  }
}

type Answered = Pick<Scored, 'answers' | 'reasons'>

async function searched(ask: Ask, { q = '' }: Judged): Promise<Answered> {
  const answer = await ask('search', `/search?q=${encodeURIComponent(q)}`)
  const { results } = answer as { results: { type: string; slug: string }[] }
  return { answers: results.map(({ type, slug }) => `${type}:${slug}`), reasons: [] }
}

async function recommended(ask: Ask, { task = '', stack = '' }: Judged): Promise<Answered> {
  const answer = await ask(
    'recommend_products',
    `/recommend?task=${encodeURIComponent(task)}&stack=${encodeURIComponent(stack)}`,
  )
  const { recommendations } = answer as {
    recommendations: { product: { slug: string }; match: { reasons: string[] } }[]
  }
  return {
    answers: recommendations.map(({ product }) => product.slug),
    reasons: recommendations.flatMap(({ product: { slug }, match }) =>
      match.reasons.map((reason) => ({ slug, reason })),
    ),
  }
}

function score({ relevant }: Judged, answers: readonly string[]) {
  const grades = Object.values(relevant).sort((a, b) => b - a)
  if (grades.length === 0)
    return answers.length === 0 ? { reciprocalRank: 1, ndcg: 1 } : { reciprocalRank: 0, ndcg: 0 }
  const first = answers.findIndex((answer) => answer in relevant)
  const gained = answers.map((answer) => relevant[answer] ?? 0)
  return { reciprocalRank: first < 0 ? 0 : 1 / (first + 1), ndcg: gain(gained) / gain(grades) }
}

function gain(grades: readonly number[]): number {
  return grades
    .slice(0, 10)
    .reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0)
}
