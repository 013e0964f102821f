import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { searchKey, searchWords } from '#core/search-key.ts'
import { noPackages } from '#core/tool-packages.ts'
import { plainGroups, wordGroups } from '#core/word-groups.ts'
import { rankSearch } from '#core/search-ranking.ts'
import { makeCatalogFile } from '#testing/catalog-file.ts'
import { sampleProduct, sampleTool } from '#testing/sample-records.ts'
import { openCatalogFile } from './file/read.ts'
import { emptyOverlay, withChanges } from './overlay.ts'
import { publishedState } from './published-state.ts'
import type { Published, TextSearch } from './questions.ts'

const to = addresses('https://site.example')
const id = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const tool = (index: number, slug: string, name: string, aliases: string[] = []) => ({
  ...sampleTool({ slug, name, id: id(100 + index) }),
  homepage: `https://${slug}.example`,
  aliases,
  asks: [],
  ...noPackages,
})
const tools = [
  tool(0, 'postgresql', 'PostgreSQL', ['postgres', 'pg']),
  tool(1, 'nextjs', 'Next.js'),
]
const products = [
  sampleProduct({
    id: id(0),
    slug: 'letterbox',
    name: 'Letterbox',
    description: 'Answers letters at night.',
    tool_ids: [id(100)],
    agent_use_case: 'support',
  }),
  sampleProduct({
    id: id(1),
    slug: 'gpt-researcher',
    name: 'GPT Researcher',
    description: 'Reads papers.',
    overview: 'It also answers mail.',
  }),
  ...Array.from({ length: 6 }, (_, index) =>
    sampleProduct({
      id: id(2 + index),
      slug: `filler-${index}`,
      name: `Zz ${index}`,
      description: 'Zzz.',
    }),
  ),
]

let state: Omit<Published, 'isStale'>
let withdrawn: Omit<Published, 'isStale'>
let close = () => {}

beforeAll(async () => {
  const { file: path, remove } = await makeCatalogFile({ products, tools, mostPlain: 3 })
  const file = openCatalogFile(path)
  state = publishedState(file, emptyOverlay(file), to)
  const changes = new Map([['letterbox', null]])
  withdrawn = publishedState(file, withChanges(file, emptyOverlay(file), changes, [], to), to)
  close = () => {
    file.close()
    remove()
  }
})
afterAll(() => close())

function find(query: string, kind: 'tool' | 'product' | null = null, directory = state): string[] {
  const asked = { key: searchKey(query), groups: plainGroups(searchWords(query)), kind }
  const found = directory.texts().candidates(asked)
  return rankSearch(
    asked,
    found.map((one) => ({ ...one, alike: 0 })),
  ).map(({ slug }) => slug)
}

function matches(question: Partial<Parameters<TextSearch['forTask']>[0]>): Map<string, number> {
  const asked = { useCase: null, toolSlugs: [], groups: [], ...question }
  const found = state.texts().forTask(asked)
  return new Map(found.map(({ listing, textMatch }) => [listing.slug, textMatch]))
}

describe('without a database', () => {
  it.each([
    ['Next.js', 'nextjs'],
    ['next js', 'nextjs'],
    ['pg', 'postgresql'],
    ['postgre', 'postgresql'],
    ['Letterbox', 'letterbox'],
    ['lettrebox', 'letterbox'],
    ['resercher', 'gpt-researcher'],
    ['answering letters', 'letterbox'],
    ['papers', 'gpt-researcher'],
  ])('%s finds %s first', (query, slug) => {
    expect(find(query)[0]).toBe(slug)
  })

  it('what is built with a tool stands after the tool', () => {
    expect(find('postgresql')).toEqual(['postgresql', 'letterbox'])
    expect(find('postgresql', 'product')).toEqual(['letterbox'])
  })

  it('a word that nothing holds finds nothing', () => {
    expect(find('wedding')).toEqual([])
  })

  it.each(['a" OR "b', '{a} : x', 'NEAR(a b)', 'x*', "it's"])(
    'the signs of a query language are no signs in %j',
    (query) => {
      expect(find(query)).toBeInstanceOf(Array)
    },
  )

  it('what left since the build is not found', () => {
    expect(find('letterbox', null, withdrawn)).toEqual([])
    expect(find('postgresql', 'product', withdrawn)).toEqual([])
  })

  it('a task matches by its words, in the overview less', () => {
    const found = matches({ groups: plainGroups(searchWords('answers')) })
    expect(found.get('letterbox')).toBeCloseTo(0.8)
    expect(found.get('gpt-researcher')).toBeCloseTo(0.4)
    expect(found.has('filler-0')).toBe(false)
  })

  it('what is said not to be wanted matches nothing', () => {
    const groups = wordGroups('answers without letters', { topics: [], useCases: [] })
    expect(matches({ groups }).get('letterbox') ?? 0).toBe(0)
    expect(matches({ groups }).get('gpt-researcher')).toBeGreaterThan(0)
  })

  it('words keep their places beside one that nearly everything has', () => {
    const groups = plainGroups(['zzz', 'letters'])
    const found = state.texts().forTask({ useCase: null, toolSlugs: [], groups })
    const letterbox = found.find(({ listing }) => listing.slug === 'letterbox')!
    expect(letterbox.matches.map(({ n, stands, weight }) => [n, stands, weight > 0])).toEqual([
      [0, '-', false],
      [1, 'A', true],
    ])
    expect(found.map(({ listing }) => listing.slug)).toEqual(['letterbox'])
  })

  it('a task brings what has its use case, and a stack what is built with it', () => {
    expect([...matches({ useCase: 'support' }).keys()]).toEqual(['letterbox'])
    expect([...matches({ toolSlugs: ['postgresql'] }).keys()]).toEqual(['letterbox'])
    expect([...matches({ toolSlugs: ['nextjs'] }).keys()]).toEqual([])
  })

  it('a listing whose texts are compressed is told as any other', () => {
    expect(JSON.parse(state.product('gpt-researcher')!.detail())).toMatchObject({
      overview: 'It also answers mail.',
      editorial_summary: null,
    })
  })

  it('a slug that differs by a slip is hinted at, and what left is not', () => {
    expect(state.nearestSlug('leterbox')).toBe('letterbox')
    expect(state.nearestSlug('wedding')).toBeUndefined()
    expect(withdrawn.nearestSlug('leterbox')).toBeUndefined()
  })
})

describe('the tag of a listing', () => {
  it('is the same for the same content in another build, and another when a tool is described otherwise', async () => {
    const tagIn = async (directory: { tools: typeof tools; products: typeof products }) => {
      const { file: path, remove } = await makeCatalogFile(directory)
      const file = openCatalogFile(path)
      const { tag } = publishedState(file, emptyOverlay(file), to).product('letterbox')!
      file.close()
      remove()
      return tag
    }
    const letterbox = products.slice(0, 1)
    const before = await tagIn({ tools, products: letterbox })
    expect(await tagIn({ tools: [tool(7, 'a', 'A'), ...tools], products })).toBe(before)
    const renamed = tools.map((one) => ({ ...one, description: 'A database.' }))
    expect(await tagIn({ tools: renamed, products: letterbox })).not.toBe(before)
    const corrected = letterbox.map((one) => ({ ...one, overview: 'It rests on Sundays.' }))
    expect(await tagIn({ tools, products: corrected })).not.toBe(before)
  })
})
