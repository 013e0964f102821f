import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { toolDocument } from '#core/search-document.ts'
import { searchKey, searchWords } from '#core/search-key.ts'
import { useCaseWord } from '#core/use-case.ts'
import { plainGroups } from '#core/word-groups.ts'
import { rankSearch } from '#core/search-ranking.ts'
import { insertApproved, insertPending, insertRejected, insertTool } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { searchable as product } from '#testing/search-documents.ts'
import { measureTypos } from '#testing/typos.ts'
import { findSearchCandidates, listSearchDetails, setSearchDocuments } from './search.ts'

const database = testDatabase()

beforeEach(async () => {
  await database.db.deleteFrom('search_documents').execute()
})

type Document = Parameters<typeof setSearchDocuments>[1][number]

function tool(name: string, more: { description?: string; aliases?: string[] } = {}): Document {
  const slug = searchKey(name, '-')
  const document = toolDocument({
    description: null,
    category: 'models',
    aliases: [],
    asks: [],
    ...more,
    slug,
    name,
  })
  return { kind: 'tool', id: randomUUID(), slug, name, view_count: 0, ...document }
}

const write = (...documents: Document[]) => setSearchDocuments(database.db, documents)

const ask = (query: string, kind: 'tool' | 'product' | null = null) => ({
  key: searchKey(query),
  groups: plainGroups(searchWords(query)),
  kind,
  limit: 50,
})

const candidates = (query: string, kind?: 'tool' | 'product') =>
  findSearchCandidates(database.db, ask(query, kind))

/** The names of the results, best first. */
async function results(query: string, kind?: 'tool' | 'product'): Promise<string[]> {
  const found = (await candidates(query, kind)).map((one) => ({ ...one, alike: 1 }))
  return rankSearch(ask(query), found).map(({ name }) => name)
}

async function candidate(query: string, name: string) {
  return (await candidates(query)).find((one) => one.name === name)
}

describe('what may answer a query', () => {
  it.each<{ title: string; query: string; signals: object }>([
    {
      title: 'an exact name',
      query: 'Acme Desk',
      signals: { is_exact: true, is_prefix: true, share: 1 },
    },
    {
      title: 'an exact name in other punctuation, case and width',
      query: 'ＡＣＭＥ-dèsk!',
      signals: { is_exact: true, is_prefix: true },
    },
    { title: 'a slug', query: 'acme-desk-1', signals: { is_exact: true, is_prefix: false } },
    {
      title: 'the beginning of a name',
      query: 'acm',
      signals: { is_exact: false, is_prefix: true, share: 1 },
    },
    {
      title: 'a word of a name',
      query: 'desk',
      signals: { is_exact: false, is_prefix: false, share: 1 },
    },
    {
      title: 'the beginning of a word of a name',
      query: 'des',
      signals: { is_exact: false, is_prefix: false, share: 1 },
    },
    { title: 'the name of a tool', query: 'Next.js', signals: { share: 1 } },
    { title: 'an alias of a tool', query: 'vercel framework', signals: { share: 1 } },
    {
      title: 'words of the description, in another form',
      query: 'answering letter',
      signals: { share: 1 },
    },
    { title: 'words of the overview', query: 'pigeons', signals: { share: 1 } },
    { title: 'its use case', query: useCaseWord('support'), signals: { share: 1 } },
    {
      title: 'stop words beside a word that matches',
      query: 'what is the acme for',
      signals: { share: 1 },
    },
    {
      title: 'a name with a slip',
      query: 'acmedisk',
      signals: { is_exact: false, is_prefix: false, text_rank: 0, share: 0 },
    },
  ])('is found by $title', async ({ query, signals }) => {
    const desk = product('Acme Desk', {
      slug: 'acme-desk-1',
      description: 'Answers letters.',
      overview: 'Carried by pigeons.',
      agent_use_case: 'support',
      claim_review_status: 'verified',
      tools: [{ name: 'Next.js', aliases: ['vercel framework'] }],
    })
    await write(desk, product('Zulu'), tool('Qwerty'))
    const found = (await candidates(query)).filter(({ name }) => name !== 'Zulu')
    expect(found).toMatchObject([
      { kind: 'product', id: desk.id, name: 'Acme Desk', name_key: 'acmedesk', ...signals },
    ])
    expect(await results(query)).toEqual(['Acme Desk'])
  })

  it('is a tool by its name, its slug and its aliases', async () => {
    await write(
      tool('PostgreSQL', { aliases: ['postgres', 'pg'], description: 'A database.' }),
      tool('Neon'),
    )
    for (const query of ['postgresql', 'POSTGRES', 'pg'])
      expect(await candidate(query, 'PostgreSQL')).toMatchObject({ is_exact: true })
    expect(await results('databases')).toEqual(['PostgreSQL'])
  })

  it.each([
    { kind: null, names: ['Acme', 'Acme Desk'] },
    { kind: 'tool' as const, names: ['Acme'] },
    { kind: 'product' as const, names: ['Acme Desk'] },
  ])('is of the kind $kind alone', async ({ kind, names }) => {
    await write(tool('Acme'), product('Acme Desk'))
    expect(await results('acme', kind ?? undefined)).toEqual(names)
    expect(await results('acmee', kind ?? undefined)).toEqual(names)
  })

  it('has the order of the decision: exact name, prefix, name over description over tools over overview, then slips', async () => {
    const ordered = [
      product('Neon'),
      product('Neon Desk'),
      product('The Neon', { description: 'Zzz.' }),
      product('Described', { description: 'Neon.' }),
      product('Built', { tools: [{ name: 'Neon', aliases: [] }], description: 'Zzz.' }),
      product('Overseen', { description: 'Zzz.', overview: 'Neon.' }),
      product('Neom', { view_count: 900 }),
    ]
    await write(...ordered.toReversed())
    expect(await results('neon')).toEqual(ordered.map(({ name }) => name))
  })

  it('breaks ties by view count, then name', async () => {
    await write(product('Bravo'), product('Alpha'), product('Zulu', { view_count: 3 }))
    expect(await results('does something')).toEqual(['Zulu', 'Alpha', 'Bravo'])
  })

  it('of other scripts is found as it is written', async () => {
    await write(product('智能体'), product('Яндекс'))
    expect(await results('智能体')).toEqual(['智能体'])
    expect(await results('яндек')).toEqual(['Яндекс'])
  })

  it('weighs rare words more', async () => {
    const common = Array.from({ length: 90 }, (_, index) =>
      product(`Common ${index}`, { description: 'A helper.' }),
    )
    await write(...common, product('Rare', { description: 'With pigeons.' }))
    const [rare, plain] = [
      await candidate('helper pigeons', 'Rare'),
      await candidate('helper pigeons', 'Common 7'),
    ]
    expect(rare!.share + plain!.share).toBeCloseTo(1)
    expect(rare!.share).toBeGreaterThan(0.7)
    expect(await results('helper pigeons')).toEqual(['Rare'])
  })
})

describe('a query', () => {
  it.each([
    { title: 'of stop words alone', query: 'what is this' },
    {
      title: 'of 24 words',
      query: Array.from({ length: 24 }, (_, index) => `word${index}`).join(' '),
    },
    { title: 'of the most letters that one word may have', query: 'x'.repeat(200) },
    { title: 'that folds to more bytes than a word of an index may have', query: '㌖'.repeat(200) },
    { title: 'of letters that no dictionary knows', query: '𐄇𐄈 ⅷ ½ 𝟘 ꧁ ﷺ' },
    { title: 'that would be SQL', query: `'; drop table products; -- % _ \\` },
    { title: 'that would be a tsquery', query: '!(a & b) | c:* <-> <2>' },
  ])('$title finds nothing by chance and does not fail', async ({ query }) => {
    await write(product('Acme Desk', { description: 'Answers letters.' }))
    expect(await results(query)).toEqual([])
  })

  it('of two words that belong together finds the first in any form and the beginning of the second', async () => {
    await write(product('Letterbox', { asks: ['answers customers', 'supporting small shops'] }))
    const [both] = plainGroups(['customer'])
    const groups = [{ ...both!, words: ['customer', 'suppo'] }]
    const found = await findSearchCandidates(database.db, { ...ask('customer suppo'), groups })
    expect(found).toMatchObject([{ name: 'Letterbox', share: 1 }])
  })

  it('of stop words finds a name that is one', async () => {
    await write(product('This'), product('Acme', { description: 'What is this?' }))
    expect((await results('this'))[0]).toBe('This')
    expect(await results('what is this')).not.toContain('Acme')
  })

  it('of 24 words finds what holds most of them', async () => {
    const words = Array.from({ length: 24 }, (_, index) => `word${index}`)
    await write(
      product('All', { description: words.join(' ') }),
      product('Most', { description: words.slice(4).join(' ') }),
      product('One', { description: 'word1' }),
    )
    expect(await results(words.join(' '))).toEqual(['All', 'Most'])
  })

  it('of no words does not fail', async () => {
    await write(product('Acme'))
    await expect(candidates('')).resolves.toBeInstanceOf(Array)
  })
})

describe('with 2,000 documents', () => {
  beforeEach(async () => {
    const crowd = Array.from({ length: 2000 }, (_, index) =>
      product(`Agent ${index}`, { description: 'Answers letters.', view_count: index }),
    )
    await write(...crowd)
  })

  it.each([
    { title: 'a prefix that all share', query: 'agen', bound: 60 + 300 + 300 + 60 },
    { title: 'a word that all share', query: 'letters', bound: 300 },
    { title: 'words that all share', query: 'answers letters', bound: 300 },
    { title: 'words of which all share some', query: 'agent pigeons', bound: 300 + 60 },
    { title: 'a slip that is near to all', query: 'agemt 7', bound: 60 + 300 },
  ])('$title brings a bounded number of candidates', async ({ query, bound }) => {
    const { length } = await candidates(query)
    expect(length).toBeGreaterThan(0)
    expect(length).toBeLessThanOrEqual(bound)
  })

  it('the most seen are among the candidates of a word that all share, in the same order each time', async () => {
    const first = await results('letters')
    expect(first.slice(0, 3)).toEqual(['Agent 1999', 'Agent 1998', 'Agent 1997'])
    expect(await results('letters')).toEqual(first)
  })

  it('an exact name is first, however little it is seen', async () => {
    expect((await results('agent 0'))[0]).toBe('Agent 0')
  })
})

describe('a slip', () => {
  it('finds a tool among more products than are looked at, whose names are nearer', async () => {
    const nearer = Array.from({ length: 90 }, (_, index) => product(`Postger ${index + 10}`))
    await write(tool('Postgres'), ...nearer)
    expect(await results('postgers', 'tool')).toEqual(['Postgres'])
  })
})

describe('typos', () => {
  // `npm run relevance` asks for 500 of 5,000 names.
  it('in 50 of 2,000 names find the name that was meant among the first ten at least 92 times of 100', async () => {
    const { asked, found } = await measureTypos(database.db, { names: 2000, asked: 50 })
    expect(asked).toBe(50)
    expect(found / asked).toBeGreaterThanOrEqual(0.92)
  })
})

describe('setSearchDocuments', () => {
  it('replaces what was there', async () => {
    const before = product('Acme', { description: 'Answers letters.' })
    await write(before)
    await write({
      ...product('Zulu', { description: 'Carries pigeons.', view_count: 7 }),
      id: before.id,
    })
    expect(await results('acme')).toEqual([])
    expect(await results('letters')).toEqual([])
    expect(await candidates('zulu')).toMatchObject([
      { id: before.id, slug: 'zulu', name: 'Zulu', view_count: 7, is_exact: true },
    ])
  })

  it('keeps the head in its row, however much people ask for: each condition of a question would fetch it anew', async () => {
    const asks = Array.from({ length: 40 }, (_, n) => `word${n} other${n} third${n} fourth${n}`)
    await write(product('Letterbox', { asks }))
    const { rows } = await sql<{ head: number; toast: string }>`
      select pg_column_size(d.head) as head, c.reltoastrelid::regclass::text as toast
      from search_documents d, pg_class c where c.oid = 'search_documents'::regclass`.execute(
      database.db,
    )
    expect(rows[0]!.head).toBeGreaterThan(2032)
    const { rows: out } = await sql`
      select distinct chunk_id from ${sql.raw(rows[0]!.toast)}`.execute(database.db)
    expect(out, 'the body alone').toHaveLength(1)
  })

  it('writes nothing for no documents', async () => {
    await write()
    expect(await database.db.selectFrom('search_documents').select('id').execute()).toEqual([])
  })

  it('keeps a tool and a product apart that have one id', async () => {
    const [one, other] = [tool('Acme'), product('Acme')]
    await write(one, { ...other, id: one.id })
    expect((await candidates('acme')).map(({ kind }) => kind).sort()).toEqual(['product', 'tool'])
  })
})

describe('listSearchDetails', () => {
  it('has what is shown, of approved products alone', async () => {
    const { db } = database
    const icon = await insertTool(db, { description: 'A tool.', icon: 'tool.svg' })
    const approved = await insertApproved(db, {
      description: 'Approved.',
      favicon_url: 'https://a.example/icon.png',
    })
    const others = [await insertPending(db), await insertRejected(db)]
    const details = await listSearchDetails(db, {
      tools: [icon.id, randomUUID()],
      products: [approved, ...others].map(({ id }) => id),
    })
    expect(details).toEqual({
      tools: [{ id: icon.id, description: 'A tool.', icon: 'tool.svg' }],
      products: [
        {
          id: approved.id,
          description: 'Approved.',
          favicon_url: 'https://a.example/icon.png',
          screenshot_url: null,
        },
      ],
    })
  })

  it('has nothing for nothing', async () => {
    expect(await listSearchDetails(database.db, { tools: [], products: [] })).toEqual({
      tools: [],
      products: [],
    })
  })
})
