import { describe, expect, it } from 'vitest'
import { type MatchedWords, reasonsOf } from './ranking-reasons.ts'
import { type Candidate, type Ranked, floorsOf } from './ranking.ts'

const tools = ['neon', 'vite', 'redis'].map((slug) => ({ slug, name: slug.toUpperCase() }))

const untrusted: Candidate = {
  slug: 'acme',
  agent_use_case: null,
  claim_review_status: null,
  badge_verified: false,
  is_featured: false,
  view_count: 0,
  source_quality: 'manual_review_only',
  toolSlugs: new Set(),
  worksWith: new Set(),
  textMatch: 1,
  alike: 0,
  share: 1,
}

interface Asked {
  task_match?: Ranked<Candidate>['task_match']
  stack?: string[]
  words?: readonly MatchedWords[]
  part?: Partial<Candidate>
}

function reasons({ task_match = 'text', stack = [], words = [], part }: Asked): string[] {
  const question = {
    hasTask: task_match !== 'none',
    floors: floorsOf([]),
    useCase: 'browser_automation' as const,
    stack: tools.filter(({ slug }) => stack.includes(slug)),
  }
  return reasonsOf(question, { candidate: { ...untrusted, ...part }, task_match }, words)
}

const found = { words: 'tracing', said: ['Tracing', 'traces'], topic: null, weight: 1 } as const
const inDescription = { ...found, stands: 'C' } as const

describe('the reasons', () => {
  it.each<{ asked: Asked; reason: string }>([
    {
      asked: { task_match: 'exact' },
      reason: 'Its agents are for browser automation, which is the task.',
    },
    ...(
      [
        ['A', 'Its name says "Tracing", "traces".'],
        ['B', 'People ask for it with "Tracing", "traces".'],
        ['C', 'Its description says "Tracing", "traces".'],
        ['D', 'Its longer texts, not its description, have the word "tracing".'],
        ['M', 'Its texts together hold the word "tracing".'],
      ] as const
    ).map(([stands, reason]) => ({ asked: { words: [{ ...found, stands }] }, reason })),
    {
      asked: { words: [{ ...found, stands: 'B', said: [] }] },
      reason: 'Its tools are known by the word "tracing".',
    },
    {
      asked: { words: [{ ...inDescription, said: [] }] },
      reason: 'Its description has a form of "tracing".',
    },
    {
      asked: { words: [{ ...inDescription, words: 'llm tracing', said: [] }] },
      reason: 'Its description has words of "llm tracing".',
    },
    {
      asked: { words: [{ ...found, words: 'llm tracing', stands: 'D' }] },
      reason: 'Its longer texts, not its description, have the words of "llm tracing".',
    },
    {
      asked: { words: [{ ...found, stands: '-', topic: 'LLM observability' }] },
      reason: 'Its topic is LLM observability.',
    },
    {
      asked: { words: [{ ...found, stands: '-', topic: 'Databases', isOfTools: true }] },
      reason: 'It has to do with Databases.',
    },
    {
      asked: { task_match: 'none', stack: ['neon'], part: { toolSlugs: new Set(['neon']) } },
      reason: 'It is built with NEON.',
    },
    {
      asked: {
        task_match: 'none',
        stack: ['neon', 'vite', 'redis'],
        part: { toolSlugs: new Set(['redis', 'neon']) },
      },
      reason: 'It is built with 2 of the 3 tools asked for: NEON, REDIS.',
    },
    {
      asked: {
        task_match: 'none',
        stack: ['neon'],
        part: { worksWith: new Set(['neon', 'redis']) },
      },
      reason: 'It works with NEON.',
    },
  ])('say: $reason', ({ asked, reason }) => {
    expect(reasons(asked)).toEqual([reason])
  })

  it('name the weightiest words, then tools, then trust', () => {
    const words = ['one', 'two', 'three', 'four'].map((text, weight) => ({
      ...inDescription,
      words: text,
      said: [text],
      weight,
    }))
    const part = {
      toolSlugs: new Set(['neon']),
      claim_review_status: 'verified',
      source_quality: 'curated_evidence',
      badge_verified: true,
      is_featured: true,
    } as const
    expect(reasons({ stack: ['neon'], words, part })).toEqual([
      'Its description says "four".',
      'Its description says "three".',
      'Its description says "two".',
      'It is built with NEON.',
      'Its claim is verified by the editors.',
      'Its listing rests on evidence that was reviewed.',
      'Our badge was found on its site.',
      'The editors feature it.',
    ])
  })

  it('name no words where the task is not what it does', () => {
    expect(reasons({ task_match: 'none', words: [inDescription] })).toEqual([])
  })

  it('quote no word again that stands in a phrase, and leave out what weighs next to nothing', () => {
    const words = [
      { ...inDescription, words: 'review pulls', said: ['reviews pull requests'], weight: 8 },
      { ...inDescription, words: 'pull', said: ['pull'], weight: 4 },
      { ...inDescription, words: 'open', said: ['open'], weight: 1 },
    ]
    expect(reasons({ words })).toEqual(['Its description says "reviews pull requests".'])
  })
})
