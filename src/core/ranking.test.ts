import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { enums } from '#contract/enums.ts'
import { type Candidate, type RankingQuestion, rank } from './ranking.ts'

const tools = ['neon', 'nextjs', 'vite', 'redis', 'temporal', 'modal'].map((slug) => ({
  slug,
  name: slug.toUpperCase(),
}))

/** A candidate that matches nothing and has no trust, with what the test is about. */
function candidate(
  part: Partial<Omit<Candidate, 'toolSlugs'>> & { slug?: string; uses?: readonly string[] } = {},
): Candidate {
  const { uses = [], ...rest } = part
  return {
    slug: 'acme',
    agent_use_case: null,
    claim_review_status: null,
    badge_verified: false,
    is_featured: false,
    view_count: 0,
    source_quality: 'manual_review_only',
    toolSlugs: new Set(uses),
    textMatch: 0,
    ...rest,
  }
}

function question(
  useCase: RankingQuestion['useCase'],
  stack: readonly string[] = [],
): RankingQuestion {
  return { useCase, stack: tools.filter(({ slug }) => stack.includes(slug)) }
}

const slugs = (asked: RankingQuestion, candidates: readonly Candidate[]) =>
  rank(asked, candidates).map((one) => one.candidate.slug)

const trusted = {
  claim_review_status: 'verified',
  source_quality: 'curated_evidence',
  badge_verified: true,
  is_featured: true,
} as const

describe('the score', () => {
  const support = question('support')

  it.each<{
    title: string
    asked: RankingQuestion
    part: Parameters<typeof candidate>[0]
    score: number
  }>([
    { title: 'exact use case', asked: support, part: { agent_use_case: 'support' }, score: 40 },
    {
      title: 'exact use case and all of the text',
      asked: support,
      part: { agent_use_case: 'support', textMatch: 1 },
      score: 40,
    },
    { title: 'all of the text', asked: question(null), part: { textMatch: 1 }, score: 15 },
    {
      title: 'all of the text, for another use case',
      asked: support,
      part: { agent_use_case: 'sales', textMatch: 1 },
      score: 15,
    },
    { title: 'half of the text', asked: question(null), part: { textMatch: 0.5 }, score: 8 },
    {
      title: 'the one tool asked for',
      asked: question(null, ['neon']),
      part: { uses: ['neon', 'vite'] },
      score: 40,
    },
    {
      title: 'one tool of two',
      asked: question(null, ['neon', 'vite']),
      part: { uses: ['neon'] },
      score: 20,
    },
    {
      title: 'one tool of three',
      asked: question(null, ['neon', 'vite', 'redis']),
      part: { uses: ['vite'] },
      score: 13,
    },
    {
      title: 'two tools of three',
      asked: question(null, ['neon', 'vite', 'redis']),
      part: { uses: ['vite', 'redis'] },
      score: 27,
    },
    {
      title: 'use case and stack',
      asked: question('sales', ['neon']),
      part: { agent_use_case: 'sales', uses: ['neon'] },
      score: 80,
    },
    {
      title: 'text and stack',
      asked: question(null, ['neon']),
      part: { textMatch: 1, uses: ['neon'] },
      score: 55,
    },
    {
      title: 'stack alone, for another use case',
      asked: question('voice', ['neon']),
      part: { uses: ['neon'] },
      score: 40,
    },
    {
      title: 'a verified claim',
      asked: question(null),
      part: { textMatch: 1, claim_review_status: 'verified' },
      score: 25,
    },
    {
      title: 'a submitted claim',
      asked: question(null),
      part: { textMatch: 1, claim_review_status: 'submitted' },
      score: 15,
    },
    {
      title: 'a claim that was not verified',
      asked: question(null),
      part: { textMatch: 1, claim_review_status: 'not_verified' },
      score: 15,
    },
    {
      title: 'a claim to revise',
      asked: question(null),
      part: { textMatch: 1, claim_review_status: 'needs_revision' },
      score: 15,
    },
    {
      title: 'curated evidence',
      asked: question(null),
      part: { textMatch: 1, source_quality: 'curated_evidence' },
      score: 20,
    },
    {
      title: 'reviewed evidence',
      asked: question(null),
      part: { textMatch: 1, source_quality: 'reviewed_with_evidence' },
      score: 20,
    },
    {
      title: 'a badge',
      asked: question(null),
      part: { textMatch: 1, badge_verified: true },
      score: 18,
    },
    {
      title: 'the editors featuring it',
      asked: question(null),
      part: { textMatch: 1, is_featured: true },
      score: 17,
    },
    {
      title: 'all of the trust',
      asked: question(null),
      part: { textMatch: 1, ...trusted },
      score: 35,
    },
    {
      title: 'everything',
      asked: question('voice', ['neon']),
      part: { agent_use_case: 'voice', uses: ['neon'], textMatch: 1, ...trusted },
      score: 100,
    },
  ])('of $title is $score', ({ asked, part, score }) => {
    expect(rank(asked, [candidate(part)]).map((one) => one.score)).toEqual([score])
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
    {
      title: 'no use case where none was understood',
      asked: question(null),
      part: { agent_use_case: null, ...trusted },
    },
    {
      title: 'text too little for a point',
      asked: question(null),
      part: { textMatch: 0.01, ...trusted },
    },
    {
      title: 'tools, where none was asked for',
      asked: question(null),
      part: { uses: ['neon'], ...trusted },
    },
  ])('a product with $title', ({ asked, part }) => {
    expect(rank(asked, [candidate(part)])).toEqual([])
  })

  it('a product with half of the best text or less, and trust does not lift it', () => {
    const parts = [
      candidate({ slug: 'best', textMatch: 1 }),
      candidate({ slug: 'near', textMatch: 0.75 }),
      candidate({ slug: 'far', textMatch: 0.5, ...trusted }),
    ]
    expect(slugs(question(null), parts)).toEqual(['best', 'near'])
  })

  it('of a product with little text, the text alone: its use case and its tools still count', () => {
    const [best, exact, built] = rank(question('sales', ['neon']), [
      candidate({ slug: 'exact', agent_use_case: 'sales', textMatch: 0.1 }),
      candidate({ slug: 'built', uses: ['neon'], textMatch: 0.1 }),
      candidate({ slug: 'best', agent_use_case: 'sales', uses: ['neon'], textMatch: 1 }),
    ])
    expect(
      [best, exact, built].map((one) => [one?.candidate.slug, one?.score, one?.task_match]),
    ).toEqual([
      ['best', 80, 'exact'],
      ['built', 40, 'none'],
      ['exact', 40, 'exact'],
    ])
  })

  it('everything, where there are no candidates', () => {
    expect(rank(question('support', ['neon']), [])).toEqual([])
  })
})

describe('the order', () => {
  it('is by score, then matched tools, then text, then views, then slug', () => {
    const half = { uses: ['neon'], badge_verified: true, is_featured: true } as const
    const candidates = [
      candidate({ slug: 'best', agent_use_case: 'sales', uses: ['neon'] }),
      candidate({ slug: 'z-more-tools', uses: ['neon', 'vite'] }),
      candidate({ slug: 'z-read', agent_use_case: 'sales', textMatch: 0.2 }),
      candidate({ slug: 'z-seen', agent_use_case: 'sales', view_count: 5 }),
      candidate({ slug: 'a-slug', agent_use_case: 'sales', view_count: 3 }),
      candidate({ slug: 'b-slug', agent_use_case: 'sales', view_count: 3 }),
      candidate({ slug: 'last', ...half, view_count: 99 }),
    ]
    const wanted = candidates.map(({ slug }) => slug)
    expect(slugs(question('sales', ['neon', 'vite']), candidates)).toEqual(wanted)
    expect(slugs(question('sales', ['neon', 'vite']), candidates.toReversed())).toEqual(wanted)
  })

  it('never depends on the order of the candidates, and scores are whole numbers from 0 to 100 with a match behind each', () => {
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
        textMatch: fc.oneof(fc.constantFrom(0, 0.5, 1), fc.double({ min: 0, max: 1, noNaN: true })),
      }),
      { selector: ({ slug }) => slug, maxLength: 12 },
    )
    const shuffled = candidates.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    )
    const questions = fc.record({
      useCase: fc.option(fc.constantFrom(...enums.agentUseCase)),
      stack: fc.shuffledSubarray(tools),
    })
    fc.assert(
      fc.property(questions, shuffled, (asked, [list, other]) => {
        const results = rank(asked, list)
        expect(rank(asked, other)).toEqual(results)
        for (const { score, task_match, matched_tool_slugs, reasons } of results) {
          expect(Number.isInteger(score) && score > 0 && score <= 100).toBe(true)
          expect(task_match !== 'none' || matched_tool_slugs.length > 0).toBe(true)
          expect(reasons.length).toBeGreaterThan(0)
        }
      }),
    )
  })
})

describe('the reasons', () => {
  const reasonsOf = (asked: RankingQuestion, part: Parameters<typeof candidate>[0]) =>
    rank(asked, [candidate(part)])[0]?.reasons

  it.each<{ asked: RankingQuestion; part: Parameters<typeof candidate>[0]; reason: string }>([
    {
      asked: question('support'),
      part: { agent_use_case: 'support' },
      reason: 'Its agents are for support, which is the task.',
    },
    {
      asked: question('browser_automation'),
      part: { agent_use_case: 'browser_automation' },
      reason: 'Its agents are for browser automation, which is the task.',
    },
    {
      asked: question(null),
      part: { textMatch: 1 },
      reason: 'Its description matches words of the task.',
    },
    { asked: question(null, ['neon']), part: { uses: ['neon'] }, reason: 'It is built with NEON.' },
    {
      asked: question(null, ['neon', 'vite', 'redis']),
      part: { uses: ['redis', 'neon'] },
      reason: 'It is built with 2 of the 3 tools asked for: NEON, REDIS.',
    },
  ])('say: $reason', ({ asked, part, reason }) => {
    expect(reasonsOf(asked, part)).toEqual([reason])
  })

  it('name every part that scored, in the order of the table', () => {
    const part = { agent_use_case: 'support', textMatch: 1, uses: ['neon'], ...trusted } as const
    expect(reasonsOf(question('support', ['neon']), part)).toEqual([
      'Its agents are for support, which is the task.',
      'It is built with NEON.',
      'Its claim is verified by the editors.',
      'Its listing rests on evidence that was reviewed.',
      'Our badge was found on its site.',
      'The editors feature it.',
    ])
  })

  it('name the matched tools in the order in which they were asked for', () => {
    const stack = [tools[3]!, tools[0]!, tools[2]!]
    const [found] = rank({ useCase: null, stack }, [
      candidate({ uses: ['neon', 'redis', 'modal'] }),
    ])
    expect(found?.matched_tool_slugs).toEqual(['redis', 'neon'])
  })
})
