import { beforeEach, describe, expect, it } from 'vitest'
import { fitWeights } from '#core/ranking.ts'
import { productDocument } from '#core/search-document.ts'
import { searchWords } from '#core/search-key.ts'
import { plainGroups } from '#core/word-groups.ts'
import {
  insertApproved,
  insertPending,
  insertRejected,
  insertTool,
  pendingProduct,
} from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { findRecommendationCandidates, setStandings } from './recommend.ts'
import { setSearchDocuments } from './search.ts'

const database = testDatabase()

beforeEach(async () => {
  for (const table of [
    'search_documents',
    'product_tools',
    'products',
    'tools',
    'categories',
  ] as const)
    await database.db.deleteFrom(table).execute()
})

type Columns = NonNullable<Parameters<typeof insertApproved>[1]>
const claim = { qualification_type: 'agent_native', claim_review_status: 'verified' } as const

/** Inserts an approved listing with its search document. */
async function insertFound(more: Columns = {}, tools: readonly { id: string }[] = []) {
  const row = await insertApproved(database.db, more, tools)
  await write([row], tools)
  return row
}

async function write(
  rows: readonly ReturnType<typeof pendingProduct>[],
  built: readonly { id: string }[] = [],
) {
  const nothing = {
    overview: null,
    workflow_summary: null,
    qualification_statement: null,
    agent_use_case: null,
    claim_review_status: null,
    asks: [],
    tools: [],
  }
  const documents = rows.map(({ id, slug, name, view_count = 0, ...row }) => {
    const texts: Parameters<typeof productDocument>[0] = { ...nothing, ...row, slug, name }
    const standing = (row.claim_review_status === 'verified' ? 10 : 0) + (row.is_featured ? 2 : 0)
    const { agent_use_case = null } = row
    const tool_ids = built.map((tool) => tool.id)
    return {
      kind: 'product' as const,
      tool_ids,
      standing,
      agent_use_case,
      id,
      slug,
      name,
      view_count,
      ...productDocument(texts),
    }
  })
  await setSearchDocuments(database.db, documents)
  await setStandings(database.db, documents)
}

interface Asked {
  useCase?: string
  tools?: readonly { id: string }[]
  task?: string
}

async function found({ useCase, tools = [], task = '' }: Asked): Promise<Map<string, number>> {
  const question = {
    useCase: useCase ?? null,
    toolIds: tools.map(({ id }) => id),
    groups: plainGroups(searchWords(task)),
    wanted: 100,
    fit: fitWeights,
  }
  const candidates = await findRecommendationCandidates(database.db, question)
  return new Map(candidates.map(({ id, relevance }) => [id, relevance]))
}

describe('candidates', () => {
  it('come by use case, by tools and by words, each once', async () => {
    const [neon, vite] = [await insertTool(database.db), await insertTool(database.db)]
    const byUseCase = await insertFound({
      ...claim,
      agent_use_case: 'support',
      description: 'Zzz.',
    })
    const byTool = await insertFound({ description: 'Zzz.' }, [neon])
    const byWords = await insertFound({ description: 'Carries pigeons.' })
    const byAll = await insertFound(
      { ...claim, agent_use_case: 'support', description: 'Feeds a pigeon.' },
      [vite, neon],
    )
    await insertFound({ ...claim, agent_use_case: 'sales', description: 'Zzz.' }, [vite])
    const candidates = await found({ useCase: 'support', tools: [neon], task: 'pigeon' })
    expect([...candidates.keys()].sort()).toEqual(
      [byUseCase, byTool, byWords, byAll].map(({ id }) => id).sort(),
    )
    expect([byUseCase, byTool, byWords, byAll].map(({ id }) => candidates.get(id))).toEqual([
      0, 0, 0.8, 0.8,
    ])
  })

  it.each<{ title: string; asked: Omit<Asked, 'tools'>; count: number }>([
    { title: 'without a question', asked: {}, count: 0 },
    { title: 'by a use case that nobody has', asked: { useCase: 'voice' }, count: 0 },
    { title: 'by a use case alone', asked: { useCase: 'support' }, count: 1 },
    { title: 'by words alone', asked: { task: 'letters' }, count: 1 },
    { title: 'by words that nobody has', asked: { task: 'pigeons' }, count: 0 },
    { title: 'by stop words alone', asked: { task: 'what is this for' }, count: 0 },
    {
      title: 'by 24 words',
      asked: { task: Array.from({ length: 24 }, (_, index) => `word${index}`).join(' ') },
      count: 0,
    },
    {
      title: 'by 24 words of which one matches',
      asked: { task: `letters ${Array.from({ length: 23 }, (_, index) => `w${index}`).join(' ')}` },
      count: 1,
    },
    {
      title: 'by words that would be SQL and a tsquery',
      asked: { task: `'; drop table things; -- !(a & b) | c:*` },
      count: 0,
    },
  ])('$title are $count, with an empty list of tools', async ({ asked, count }) => {
    await insertFound({ ...claim, agent_use_case: 'support', description: 'Answers letters.' })
    expect((await found({ ...asked, tools: [] })).size).toBe(count)
  })

  it('are approved only', async () => {
    const tool = await insertTool(database.db)
    const use = { ...claim, agent_use_case: 'support', description: 'Answers letters.' } as const
    const rows = [
      await insertPending(database.db, use, [tool]),
      await insertRejected(database.db, use),
    ]
    const approved = await insertFound(use, [tool])
    expect(rows).toHaveLength(2)
    expect([
      ...(await found({ useCase: 'support', tools: [tool], task: 'letters' })).keys(),
    ]).toEqual([approved.id])
  })

  it('of a use case without a stack are the same whatever was viewed', async () => {
    const seen = await insertFound({ ...claim, agent_use_case: 'support', view_count: 9 })
    const unseen = await insertFound({ ...claim, agent_use_case: 'support' })
    expect([...(await found({ useCase: 'support' })).keys()].sort()).toEqual(
      [seen.id, unseen.id].sort(),
    )
  })
})

describe('how well words match', () => {
  it('is 0.8 for all words in the description, less for words in the overview alone, and 0 for none', async () => {
    const tool = await insertTool(database.db)
    const described = await insertFound({ description: 'Answers letters.' }, [tool])
    const overseen = await insertFound({ description: 'Zzz.', overview: 'It answers letters.' }, [
      tool,
    ])
    const silent = await insertFound({ description: 'Zzz.' }, [tool])
    const matches = await found({ tools: [tool], task: 'answering letters' })
    expect(matches.get(described.id)).toBeCloseTo(0.8)
    expect(matches.get(overseen.id)).toBeCloseTo(0.4)
    expect(matches.get(silent.id)).toBe(0)
  })

  it('weighs rare words more', async () => {
    for (let count = 0; count < 30; count++) await insertFound({ description: 'A helper.' })
    const rare = await insertFound({ description: 'With pigeons.' })
    const common = await insertFound({ description: 'Helpers.' })
    const matches = await found({ task: 'helper with pigeons' })
    expect(matches.get(rare.id)! + matches.get(common.id)!).toBeCloseTo(0.8)
    expect(matches.get(rare.id)!).toBeGreaterThan(0.48)
  })

  it('leaves stop words out', async () => {
    const { id } = await insertFound({ description: 'Answers letters.' })
    expect((await found({ task: 'what is it that answers the letters' })).get(id)).toBeCloseTo(0.8)
  })
})

describe('with more products than are looked at', () => {
  it('each part brings at most 150: the verified first of a use case, then the most seen, and most tools first of a stack', async () => {
    const { db } = database
    const [neon, vite] = [await insertTool(db), await insertTool(db)]
    const many = Array.from({ length: 800 }, () =>
      pendingProduct({
        status: 'approved',
        approved_at: new Date(),
        qualification_type: 'agent_native',
        claim_review_status: 'submitted',
        agent_use_case: 'support',
        description: 'Answers letters.',
      }),
    )
    const rows = many.map((row, index) => ({
      ...row,
      referral_code: `code-of-${index}`,
      view_count: index,
    }))
    await db.insertInto('products').values(rows).execute()
    await db
      .insertInto('product_tools')
      .values(rows.map(({ id }) => ({ product_id: id, tool_id: neon.id, position: 0 })))
      .execute()
    await write(rows, [neon])
    const verified = await insertFound({ ...claim, agent_use_case: 'support', description: 'Zzz.' })
    const both = await insertFound({ description: 'Zzz.' }, [neon, vite])

    const byUseCase = await found({ useCase: 'support' })
    expect(byUseCase.size).toBe(150)
    expect([verified.id, rows.at(-1)!.id].map((id) => byUseCase.has(id))).toEqual([true, true])
    const byTools = await found({ tools: [neon, vite] })
    // The one with both, and as many of those with one.
    expect(byTools.size).toBeLessThanOrEqual(151)
    expect(byTools.has(both.id)).toBe(true)
    const byWords = await found({ task: 'letters' })
    expect(byWords.size).toBe(150)
    expect(byWords.has(rows.at(-1)!.id)).toBe(true)
    expect(
      (await found({ useCase: 'support', tools: [neon], task: 'letters' })).size,
    ).toBeLessThanOrEqual(600)
  })

  it('a listing with the whole stack is found behind any number of more trusted ones with half of it', async () => {
    const { db } = database
    const [neon, vite] = [await insertTool(db), await insertTool(db)]
    const many = Array.from({ length: 1500 }, (_, index) => ({
      ...pendingProduct({ status: 'approved', approved_at: new Date(), description: 'Zzz.' }),
      referral_code: `half-${index}`,
    }))
    await db.insertInto('products').values(many).execute()
    await write(
      many.filter((_, index) => index % 2 === 0),
      [neon],
    )
    await write(
      many.filter((_, index) => index % 2 === 1),
      [vite],
    )
    const halves = many.map(({ id }, index) => ({
      product_id: id,
      tool_id: index % 2 === 0 ? neon.id : vite.id,
      position: 0,
      standing: 20,
    }))
    await db.insertInto('product_tools').values(halves).execute()
    const whole = await insertFound({ description: 'Zzz.' }, [neon, vite])
    const candidates = await findRecommendationCandidates(db, {
      useCase: null,
      toolIds: [neon.id, vite.id],
      groups: [],
      wanted: 100,
      fit: fitWeights,
    })
    expect(candidates.length).toBeLessThanOrEqual(151)
    expect(candidates.find(({ id }) => id === whole.id)?.matched_tools.toSorted()).toEqual(
      [neon.id, vite.id].toSorted(),
    )
  })

  it('of the listings of a tool the most trusted are looked at', async () => {
    const { db } = database
    const tool = await insertTool(db)
    const many = Array.from({ length: 1500 }, (_, index) => ({
      ...pendingProduct({
        status: 'approved',
        approved_at: new Date(),
        description: 'Zzz.',
        ...(index >= 1400 ? claim : {}),
      }),
      referral_code: `some-${index}`,
    }))
    await db.insertInto('products').values(many).execute()
    await write(many, [tool])
    const ids = new Set((await found({ tools: [tool] })).keys())
    expect(many.slice(1400).every(({ id }) => ids.has(id))).toBe(true)
  })

  it('a listing of the use case with the tool is found behind any number that have only one of the two and more trust', async () => {
    const { db } = database
    const tool = await insertTool(db)
    const trusted = { ...claim, is_featured: true, description: 'Zzz.' } as const
    const insertMany = async (name: string, more: object, tools: readonly { id: string }[]) => {
      const many = Array.from({ length: 300 }, (_, index) => ({
        ...pendingProduct({ status: 'approved', approved_at: new Date(), ...trusted, ...more }),
        referral_code: `${name}-${index}`,
      }))
      await db.insertInto('products').values(many).execute()
      const built = many.flatMap(({ id }) =>
        tools.map((used) => ({ product_id: id, tool_id: used.id, position: 0 })),
      )
      if (built.length > 0) await db.insertInto('product_tools').values(built).execute()
      await write(many, tools)
    }
    await insertMany('use-case', { agent_use_case: 'voice' }, [])
    await insertMany('tool', { agent_use_case: 'sales' }, [tool])
    const both = await insertFound(
      { ...claim, claim_review_status: 'submitted', agent_use_case: 'voice', description: 'Zzz.' },
      [tool],
    )
    const words = await insertFound(
      {
        ...claim,
        claim_review_status: 'submitted',
        agent_use_case: 'sales',
        description: 'Pigeons.',
      },
      [tool],
    )
    const ids = async (useCase: string | null, task: string[]) =>
      (
        await findRecommendationCandidates(db, {
          useCase,
          toolIds: [tool.id],
          groups: plainGroups(task),
          wanted: 100,
          fit: fitWeights,
        })
      ).map(({ id }) => id)
    expect(await ids('voice', [])).toContain(both.id)
    expect(await ids(null, ['pigeons'])).toContain(words.id)
  })
})
