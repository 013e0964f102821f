import { describe, expect, it } from 'vitest'
import { type StackHistory, trendsOf } from './trends.ts'

const at = (day: string) => Date.parse(day)

const product = (
  began: string,
  ended: string,
  ...tools: [slug: string, since: string, until?: string][]
): StackHistory => ({
  began: at(began),
  ended: at(ended),
  tools: tools.map(([slug, since, until]) => ({
    slug,
    since: at(since),
    until: until === undefined ? undefined : at(until),
  })),
})

const category = (slug: string) => (slug === 'redis' || slug === 'valkey' ? 'store' : 'other')

describe('trends', () => {
  const old = product(
    '2024-01-10',
    '2025-12-31',
    ['redis', '2024-02-01', '2025-05-01'],
    ['valkey', '2025-04-20'],
  )
  const kept = product('2024-02-01', '2025-12-31', ['redis', '2024-12-01'])
  const ended = product('2024-01-01', '2024-06-30', ['redis', '2024-01-01'])
  const others = ['2024-03-01', '2024-03-02'].map((day) => product(day, '2025-12-31'))
  const all = [old, kept, ended, ...others]
  const { products, quarters, years, tools } = trendsOf(all, category)
  const redis = tools.find(({ slug }) => slug === 'redis')!

  it('count products at the end of each quarter while they are known, where there are enough', () => {
    expect(products).toBe(5)
    // After the summer only four are known.
    expect(quarters).toEqual([
      { quarter: '2024-Q1', products: 5 },
      { quarter: '2024-Q2', products: 5 },
    ])
  })

  it('count who used a tool then', () => {
    const many = trendsOf([...all, ...others], category)
    expect(many.quarters.map(({ products: count }) => count)).toEqual([7, 7, 6, 6, 6, 6, 6])
    expect(many.tools.find(({ slug }) => slug === 'redis')!.used).toEqual([2, 2, 1, 2, 2, 1, 1])
  })

  it('count who picked it within half a year of the beginning', () => {
    expect(years).toEqual([])
    const many = trendsOf([...all, ...others], category)
    expect(many.years).toEqual([{ year: 2024, products: 6 }])
    expect(many.tools.find(({ slug }) => slug === 'redis')!.picked).toEqual([1])
  })

  it('name what came in the category when it left', () => {
    expect(redis.gave_way_to).toEqual([{ slug: 'valkey', count: 1 }])
  })

  it('count who has ever used a tool, and who gave it up', () => {
    expect([redis.ever, redis.left]).toEqual([3, 1])
  })

  it('count a product with two tools of a category once', () => {
    const { categories } = trendsOf([...all, ...others], category)
    expect(categories).toEqual([{ slug: 'store', used: [2, 2, 1, 2, 2, 2, 2] }])
  })

  it('of nothing are nothing', () => {
    const none = { products: 0, quarters: [], years: [], tools: [], categories: [] }
    expect(trendsOf([], category)).toEqual(none)
  })
})
