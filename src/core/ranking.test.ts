import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { enums } from '#contract/enums.ts'
import { reasonsOf } from './ranking-reasons.ts'
import {
  type Candidate,
  type RankingQuestion,
  nearMisses,
  rank,
  trustPoints,
  floorsOf,
  isAbove,
  isNearBest,
} from './ranking.ts'

const tools = ['neon', 'nextjs', 'vite', 'redis', 'temporal', 'modal'].map((slug) => ({
  slug,
  name: slug.toUpperCase(),
}))

/** A candidate that matches nothing and has no trust, with what the test is about. */
function candidate(
  part: Partial<Omit<Candidate, 'toolSlugs' | 'worksWith'>> & {
    slug?: string
    uses?: readonly string[]
    goesWith?: readonly string[]
  } = {},
): Candidate {
  const { uses = [], goesWith = [], ...rest } = part
  return {
    slug: 'acme',
    agent_use_case: null,
    claim_review_status: null,
    badge_verified: false,
    is_featured: false,
    view_count: 0,
    source_quality: 'manual_review_only',
    toolSlugs: new Set(uses),
    worksWith: new Set(goesWith),
    textMatch: 0,
    // As like as it is relevant, so that it is as apt.
    alike: Math.min(1, part.textMatch ?? 0),
    share: part.textMatch === undefined ? 0 : 1,
    ...rest,
  }
}

const letters = {
  words: 'letters',
  said: ['letters'],
  stands: 'C',
  topic: null,
  weight: 1,
} as const

const word = {
  words: ['letters'],
  topics: [],
  useCase: null,
  by: 'asked',
  factor: 1,
  need: 1,
} as const
const several = { ...word, words: ['letters', 'parcels'] }

function question(
  useCase: RankingQuestion['useCase'],
  stack: readonly string[] = [],
): RankingQuestion {
  const floors = floorsOf([{ ...word, topics: ['known'], useCase }])
  return { hasTask: true, floors, useCase, stack: tools.filter(({ slug }) => stack.includes(slug)) }
}

const slugs = (asked: RankingQuestion, candidates: readonly Candidate[]) =>
  rank(asked, candidates).map((one) => one.candidate.slug)

const trusted = {
  claim_review_status: 'verified',
  source_quality: 'curated_evidence',
  badge_verified: true,
  is_featured: true,
} as const

const task = question(null)
const stackOnly = (...stack: string[]): RankingQuestion => ({
  ...question(null, stack),
  hasTask: false,
})

describe('the floors', () => {
  const need = { ...word, topics: ['known'] }
  const above = (groups: Parameters<typeof floorsOf>[0], relevance: number, share: number) =>
    isAbove(floorsOf(groups), { relevance, share, alike: 1 })

  it('are lower for what is known to be a need than for words that nobody knows', () => {
    expect(above([need, word], 0.25, 0.5)).toBe(true)
    expect(above([word, word], 0.39, 0.9)).toBe(false)
    expect(above([word, word], 0.4, 0.5)).toBe(true)
    expect(above([word, { ...word, useCase: 'voice' }], 0.25, 0.5)).toBe(true)
  })

  it('let what touches all of a question answer by its longer texts', () => {
    expect(above([word, word], 0.25, 1)).toBe(true)
    expect(above([word, word], 0.24, 1)).toBe(false)
  })

  it('take a word that hints at something strongly for known', () => {
    expect(above([word, { ...word, by: 'strong' }], 0.25, 0.5)).toBe(true)
    expect(above([word, { ...word, by: 'weak' }], 0.25, 0.5)).toBe(false)
  })

  it('ask for little where a question says for sure what it is for', () => {
    const rest = { ...word, need: 0.3 }
    expect(above([need, rest], 0.15, 0.2)).toBe(true)
    expect(above([need, rest], 0.15, 0.19)).toBe(false)
    expect(above([need, rest], 0.14, 1)).toBe(false)
  })

  it('let one of several needs answer', () => {
    expect(above([need, need], 0.25, 0.3)).toBe(true)
    expect(above([need, word], 0.25, 0.3)).toBe(false)
  })
})

describe('the score', () => {
  it.each<{
    title: string
    asked: RankingQuestion
    part: Parameters<typeof candidate>[0]
    score: number
  }>([
    { title: 'all of the task', asked: task, part: { textMatch: 1 }, score: 96 },
    { title: 'half of the task', asked: task, part: { textMatch: 0.5 }, score: 46 },
    { title: 'the least of a task that counts', asked: task, part: { textMatch: 0.25 }, score: 21 },
    {
      title: 'the one tool asked for',
      asked: stackOnly('neon'),
      part: { uses: ['neon'] },
      score: 96,
    },
    {
      title: 'one tool of two',
      asked: stackOnly('neon', 'vite'),
      part: { uses: ['neon'] },
      score: 46,
    },
    {
      title: 'all of the task and none of the stack',
      asked: question(null, ['neon']),
      part: { textMatch: 1 },
      score: 66,
    },
    {
      title: 'all of the task and half of the stack',
      asked: question(null, ['neon', 'vite']),
      part: { textMatch: 1, uses: ['vite'] },
      score: 81,
    },
    {
      title: 'the least of the task and none of the stack',
      asked: question(null, ['neon']),
      part: { textMatch: 0.25 },
      score: 16,
    },
    {
      title: 'half of the task and a tool that it works with',
      asked: question(null, ['neon']),
      part: { textMatch: 0.5, goesWith: ['neon'] },
      score: 46,
    },
    {
      title: 'a tool that it is built with and works with',
      asked: stackOnly('neon', 'vite'),
      part: { uses: ['neon'], goesWith: ['neon'] },
      score: 46,
    },
    {
      title: 'the whole stack and none of the task',
      asked: question(null, ['neon']),
      part: { uses: ['neon'] },
      score: 6,
    },
    { title: 'everything', asked: task, part: { textMatch: 1, ...trusted }, score: 100 },
    {
      title: 'a verified claim',
      asked: task,
      part: { textMatch: 1, claim_review_status: 'verified' },
      score: 98,
    },
    {
      title: 'a submitted claim',
      asked: task,
      part: { textMatch: 1, claim_review_status: 'submitted' },
      score: 96,
    },
    {
      title: 'evidence',
      asked: task,
      part: { textMatch: 1, source_quality: 'curated_evidence' },
      score: 97,
    },
  ])('of $title is $score', ({ asked, part, score }) => {
    expect(rank(asked, [candidate(part)]).map((one) => one.score)).toEqual([score])
  })
})

describe('the trust of a listing', () => {
  it('is 20 for everything, and nothing for a claim that no editor verified', () => {
    expect(trustPoints(candidate(trusted))).toBe(20)
    expect(trustPoints(candidate({ claim_review_status: 'submitted' }))).toBe(0)
    expect(trustPoints(candidate({ badge_verified: true, is_featured: true }))).toBe(5)
  })
})

describe('what is left out', () => {
  it.each<{ title: string; asked: RankingQuestion; part: Parameters<typeof candidate>[0] }>([
    {
      title: 'neither task nor stack',
      asked: question('support', ['neon']),
      part: { agent_use_case: 'sales', uses: ['vite'] },
    },
    { title: 'only trust', asked: question('support', ['neon']), part: trusted },
    { title: 'a match below the floor', asked: task, part: { textMatch: 0.24, ...trusted } },
    {
      title: 'a match that touches too little of the task',
      asked: task,
      part: { textMatch: 0.39, share: 0.49, ...trusted },
    },
    { title: 'tools, where none was asked for', asked: task, part: { uses: ['neon'], ...trusted } },
    {
      title: 'words, where no task was asked for',
      asked: stackOnly('neon'),
      part: { textMatch: 1, ...trusted },
    },
  ])('a product with $title', ({ asked, part }) => {
    expect(rank(asked, [candidate(part)])).toEqual([])
  })

  it('a product with less than .73 of the best match that touches enough', () => {
    const parts = [
      candidate({ slug: 'best', textMatch: 1 }),
      candidate({ slug: 'near', textMatch: 0.74 }),
      candidate({ slug: 'far', textMatch: 0.72, ...trusted }),
      candidate({ slug: 'by-one-word', textMatch: 2, share: 0.1 }),
    ]
    expect(
      slugs({ ...task, floors: floorsOf([{ ...several, topics: ['known'] }]) }, parts),
    ).toEqual(['best', 'near'])
  })

  it('what only has the tools, where something does the task', () => {
    const made = candidate({ slug: 'made-with-it', uses: ['neon'], ...trusted })
    expect(slugs(question('support', ['neon']), [made, candidate({ textMatch: 0.3 })])).toEqual([
      'acme',
    ])
    expect(slugs(question('support', ['neon']), [made])).toEqual(['made-with-it'])
  })

  it('everything, where there are no candidates', () => {
    expect(rank(question('support', ['neon']), [])).toEqual([])
  })
})

describe('a use case', () => {
  it('is exact when it is the one that editors verified, else its words count as text', () => {
    const support = question('support')
    const match = (agent_use_case: Candidate['agent_use_case']) =>
      rank(support, [candidate({ agent_use_case, textMatch: 0.8 })])[0]?.task_match
    expect(match('support')).toBe('exact')
    expect(match('sales')).toBe('text')
    expect(match(null)).toBe('text')
  })
})

describe('the order', () => {
  it('is by bands of fit; trust counts inside a band and never lifts over a better one', () => {
    const candidates = [
      candidate({ slug: 'better', textMatch: 0.9 }),
      candidate({ slug: 'trusted', textMatch: 0.8, ...trusted }),
      candidate({ slug: 'same-band', textMatch: 0.81 }),
      candidate({ slug: 'z-seen', textMatch: 0.7, view_count: 5 }),
      candidate({ slug: 'a-slug', textMatch: 0.7, view_count: 3 }),
      candidate({ slug: 'b-slug', textMatch: 0.7, view_count: 3 }),
      candidate({ slug: 'last', textMatch: 0.66, ...trusted, view_count: 99 }),
    ]
    const wanted = candidates.map(({ slug }) => slug)
    expect(slugs(task, candidates)).toEqual(wanted)
    expect(slugs(task, candidates.toReversed())).toEqual(wanted)
  })

  it('never depends on the order of the candidates, and scores are whole numbers from 1 to 100 with a match behind each', () => {
    const candidates = fc.uniqueArray(
      fc.record({
        slug: fc.nat({ max: 50 }).map((number) => `p${number}`),
        agent_use_case: fc.option(fc.constantFrom(...enums.agentUseCase)),
        claim_review_status: fc.option(fc.constantFrom(...enums.claimReviewStatus)),
        badge_verified: fc.boolean(),
        is_featured: fc.boolean(),
        view_count: fc.nat({ max: 2 }),
        source_quality: fc.constantFrom(...enums.sourceQuality),
        toolSlugs: fc.subarray(tools.map(({ slug }) => slug)).map((uses) => new Set(uses)),
        worksWith: fc.subarray(tools.map(({ slug }) => slug)).map((uses) => new Set(uses)),
        share: fc.constantFrom(0, 0.4, 1),
        alike: fc.double({ min: 0, max: 1, noNaN: true }),
        textMatch: fc.oneof(fc.constantFrom(0, 0.5, 1), fc.double({ min: 0, max: 1, noNaN: true })),
      }),
      { selector: ({ slug }) => slug, maxLength: 12 },
    )
    const shuffled = candidates.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    )
    const questions = fc.record({
      hasTask: fc.boolean(),
      floors: fc.constant(floorsOf([])),
      useCase: fc.option(fc.constantFrom(...enums.agentUseCase)),
      stack: fc.shuffledSubarray(tools),
    })
    fc.assert(
      fc.property(questions, shuffled, (asked, [list, other]) => {
        const results = rank(asked, list)
        expect(rank(asked, other)).toEqual(results)
        for (const one of results) {
          const { score, task_match, matched_tool_slugs } = one
          expect(Number.isInteger(score) && score > 0 && score <= 100).toBe(true)
          expect(task_match !== 'none' || matched_tool_slugs.length > 0).toBe(true)
          expect(reasonsOf(asked, one, [letters]).length).toBeGreaterThan(0)
        }
      }),
    )
  })
})

it('names the matched tools in the order in which they were asked for', () => {
  const stack = [tools[3]!, tools[0]!, tools[2]!]
  const [one] = rank({ hasTask: false, floors: floorsOf([]), useCase: null, stack }, [
    candidate({ uses: ['neon', 'redis', 'modal'] }),
  ])
  expect(one?.matched_tool_slugs).toEqual(['redis', 'neon'])
})

it('what comes near a task matches four fifths of the floor and is like it, the aptest first', () => {
  const near = nearMisses([
    candidate({ slug: 'by-chance', textMatch: 0.19, alike: 0.9, view_count: 900 }),
    candidate({ slug: 'by-a-word', textMatch: 0.24, alike: 0.39, view_count: 900 }),
    candidate({ slug: 'some', textMatch: 0.21, alike: 0.41 }),
    candidate({ slug: 'seen', textMatch: 0.21, alike: 0.41, view_count: 5 }),
    candidate({ slug: 'most', textMatch: 0.21, alike: 0.5 }),
    candidate({ slug: 'none' }),
  ])
  expect(near.map(({ slug }) => slug)).toEqual(['most', 'seen', 'some'])
})

it.each([
  { what: 'is less than .73 as apt', relevance: 0.58, share: 1, isNear: false },
  { what: 'is more than that', relevance: 0.59, share: 1, isNear: true },
  { what: 'is less relevant and more alike', relevance: 0.4, alike: 1, share: 1, isNear: true },
  { what: 'is more relevant and not alike', relevance: 1, alike: 0.26, share: 1, isNear: false },
  { what: 'is more relevant, and alike', relevance: 1, alike: 0.27, share: 1, isNear: true },
  {
    what: 'touches little, and is not as relevant',
    relevance: 0.45,
    alike: 1,
    share: 0.4,
    isNear: false,
  },
  { what: 'touches little, and is nearly as relevant', relevance: 0.6, share: 0.4, isNear: true },
])(
  'what $what is near the best answer: $isNear',
  ({ relevance, alike = relevance, share, isNear }) => {
    const fit = { relevance, share, alike }
    const floors = floorsOf([several, word].map((one) => ({ ...one, topics: ['known'] })))
    expect(isNearBest(floors, { relevance: 0.8, share: 0.9, alike: 0.8 }, fit)).toBe(isNear)
    const best = candidate({ slug: 'best', textMatch: 0.8, share: 0.9 })
    const found = slugs({ ...question(null), floors }, [
      best,
      candidate({ textMatch: relevance, share, alike }),
    ])
    expect(found.toSorted()).toEqual(isNear ? ['acme', 'best'] : ['best'])
  },
)

it('one word asks for whatever is .4 as apt as the best', () => {
  const parts = [1, 0.41, 0.39].map((textMatch) =>
    candidate({ slug: `by-${textMatch}`, textMatch }),
  )
  expect(slugs(task, parts)).toEqual(['by-1', 'by-0.41'])
})

it('of two that are as relevant, the one that people ask for in such words comes first', () => {
  const plain = candidate({ slug: 'a-plain', textMatch: 0.8, alike: 0.5, view_count: 9 })
  const alike = candidate({ slug: 'b-alike', textMatch: 0.8, alike: 0.8 })
  expect(slugs(task, [plain, alike])).toEqual(['b-alike', 'a-plain'])
})

it('a question of several words is answered by what is apt, and not by a topic alone', () => {
  const above = (one: { words: string[]; topics?: string[] }, alike: number) =>
    isAbove(floorsOf([{ ...word, ...one }]), { relevance: 0.4, share: 1, alike })
  const known = { words: ['scanned', 'slips'], topics: ['known'] }
  expect(above(known, 0.24)).toBe(false)
  expect(above(known, 0.26)).toBe(true)
  expect(above({ words: known.words }, 0.45)).toBe(false)
  expect(above({ words: known.words }, 0.47)).toBe(true)
  expect(above({ words: ['slips'] }, 0)).toBe(true)
})
