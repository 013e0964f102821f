import { expect, it } from 'vitest'
import type { Output } from '#contract/operation.ts'
import type { operations } from '#contract/index.ts'
import { callIn, testStarters } from '#testing/service-parts.ts'

const service = testStarters()

type Trends = Output<typeof operations.list_trends>
const trends = async (query: string) => {
  const { status, body } = await callIn(service, 'list_trends', `/trends${query}`)
  expect(status).toBe(200)
  return body as unknown as Trends
}

it('no count is larger than that of the products behind it, and the most changed tool is first', async () => {
  const { products, quarters, years, tools } = await trends('?limit=48')
  expect(products).toBeGreaterThan(50)
  expect(quarters.length).toBeGreaterThan(8)
  expect(tools).toHaveLength(48)
  for (const { used, picked } of tools) {
    expect(used).toHaveLength(quarters.length)
    expect(used.every((count, at) => count <= quarters[at]!.products)).toBe(true)
    expect(picked).toHaveLength(years.length)
    expect(picked.every((count, at) => count <= years[at]!.products)).toBe(true)
  }
  const changes = tools.map(({ used }) => Math.abs(used.at(-1)! - used.at(-5)!))
  expect(changes).toEqual(changes.toSorted((a, b) => b - a))
})

it('one tool, or those of a category, can be asked for', async () => {
  expect((await trends('?tool=langchain')).tools).toMatchObject([
    { slug: 'langchain', name: 'LangChain', category: 'agent-frameworks' },
  ])
  expect(await trends('?tool=LangChain')).toEqual(await trends('?tool=langchain'))
  const { tools } = await trends('?category=backend-db&limit=3')
  expect(tools.map(({ category }) => category)).toEqual(Array(3).fill('backend-db'))
  expect((await trends('?category=no-such')).tools).toEqual([])
})

it('the moves are newest first, and those of one tool or category if it is given', async () => {
  const { moves } = await trends('')
  expect(moves).toHaveLength(24)
  const months = moves.map(({ month }) => month)
  expect(months).toEqual(months.toSorted().toReversed())
  const of = (await trends('?tool=langchain')).moves
  const named = ({ left, came }: (typeof of)[number]) => [...left, ...came].map(({ slug }) => slug)
  expect(of.length).toBeGreaterThan(24)
  expect(of.every((move) => named(move).includes('langchain'))).toBe(true)
  expect(of.find(({ product }) => product.slug === 'skyvern')).toMatchObject({
    month: '2026-07',
    left: expect.arrayContaining([{ slug: 'langchain', name: 'LangChain' }]),
  })
  expect((await trends('?category=no-such')).moves).toEqual([])
})

it('a tool that nobody knows is a 404 that names the nearest', async () => {
  expect(await callIn(service, 'list_trends', '/trends?tool=langchian')).toMatchObject({
    status: 404,
    body: { error: 'No tool is known as "langchian" (did you mean langchain?).' },
  })
})
