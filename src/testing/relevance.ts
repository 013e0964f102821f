import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { request } from './service.ts'

const Judged = z.strictObject({
  for: z.enum(['search', 'recommend']),
  kind: z.string(),
  q: z.string().optional(),
  task: z.string().optional(),
  stack: z.string().optional(),
  relevant: z.record(z.string(), z.int().min(1).max(3)),
  /** Written by somebody who had seen neither topics nor these queries, and then tuned on. */
  tuned: z.boolean().default(false),
  /** Written by somebody else of the same kind, and looked at by nobody who tunes. */
  blind: z.boolean().default(false),
  /** Written and judged by a stranger to all of it; the ranking was mended after they were read, and no words were added. */
  stranger: z.boolean().default(false),
  /** Written and judged by another stranger, and read by nobody before all was done. */
  sealed: z.boolean().default(false),
})
export type Judged = z.infer<typeof Judged>

export const halves = ['tuned', 'held out', 'blind', 'stranger', 'sealed'] as const

export interface Scored {
  query: Judged
  /**
   * 1 / the place of the first relevant answer, 0 without one. For a query with no good answer: 1
   * when nothing is answered.
   */
  reciprocalRank: number
  /**
   * Normalised discounted cumulative gain of the first ten answers. For a query with no good
   * answer: 1 when nothing is answered.
   */
  ndcg: number
  answers: string[]
  /** Every reason that was given, by the slug of the listing. */
  reasons: { slug: string; reason: string }[]
  /**
   * The ranking was tuned while looking at one half, the even places of the list and what says so;
   * the other says whether it learned or only remembered. The blind ones say it better, the stranger's
   * better still, and the sealed ones best.
   */
  half: (typeof halves)[number]
}

/** Answers a path and query of the API with the JSON of its body. */
export type Ask = (id: 'search' | 'recommend_products', address: string) => Promise<unknown>

/** Asks a served site. */
export function askSite(url: string): Ask {
  return async (_, address) => (await request(`${url}/api/v1${address}`)).json()
}

/** Asks every judged query. */
export async function measureRelevance(ask: Ask): Promise<Scored[]> {
  const text = await readFile(path.join(import.meta.dirname, 'judged-queries.yaml'), 'utf8')
  const queries = z.array(Judged).parse(parse(text))
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

/** A judged query in a line. */
export function whatWasAsked({ q, task, stack }: Judged): string {
  return [q, task, stack].filter(Boolean).join(' + ')
}

/**
 * The means of some scored queries. Of those that have good answers: `goodFirst` is the share with a
 * good one among the first three, `useless` the share of the first three that nobody judged useful.
 */
export function means(scored: readonly Scored[]): {
  mrr: number
  ndcg: number
  goodFirst: number
  useless: number
  count: number
} {
  const mean = (values: number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const firsts = scored
    .filter(({ query }) => Object.keys(query.relevant).length > 0)
    .map(({ query, answers }) => answers.slice(0, 3).map((one) => query.relevant[one] ?? 0))
  const shareOf = (grades: readonly number[], isSuch: (grade: number) => boolean) =>
    grades.filter(isSuch).length / Math.max(1, grades.length)
  return {
    goodFirst: mean(firsts.map((grades) => (grades.some((grade) => grade >= 2) ? 1 : 0))),
    useless: mean(firsts.map((grades) => shareOf(grades, (grade) => grade === 0))),
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

function score(
  { relevant }: Judged,
  answers: readonly string[],
): { reciprocalRank: number; ndcg: number } {
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
