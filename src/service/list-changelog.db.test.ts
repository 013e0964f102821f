import { describe, expect, it } from 'vitest'
import { insertPending } from '#testing/builders.ts'
import { approve, callIn, testStarters } from '#testing/service-parts.ts'

const service = testStarters()

interface Item {
  id: string
  type: string
  timestamp: string
  product: { slug: string; listing_url: string; website_url: string }
}

const read = async (query: string) => {
  const answer = await callIn(service, 'list_changelog', `/changelog${query}`)
  const body = answer.body as unknown as {
    items: Item[]
    total: number
    limit: number
    since: string | null
    latest_timestamp: string | null
    next_cursor: string | null
    has_more: boolean
  }
  return { ...answer, ...body }
}

async function approveOne(): Promise<string> {
  const { slug } = await insertPending(service.db)
  await approve(service.db, slug)
  return slug
}

describe('GET /changelog', () => {
  it('gives 50 items by default, newest first, each with a timestamp of its own', async () => {
    const { items, total, limit, since, latest_timestamp } = await read('')
    expect({ limit, since, count: items.length }).toEqual({
      limit: 50,
      since: null,
      count: Math.min(50, total),
    })
    const timestamps = items.map(({ timestamp }) => timestamp)
    expect(timestamps).toEqual([...new Set(timestamps)].sort().reverse())
    expect(latest_timestamp).toBe(timestamps[0])
  })

  it('an approval is an item, and a client that keeps latest_timestamp sees it once', async () => {
    const { latest_timestamp } = await read('?limit=1')
    const nothing = await read(`?since=${latest_timestamp}`)
    expect(nothing).toMatchObject({
      items: [],
      total: 0,
      since: latest_timestamp,
      latest_timestamp,
      has_more: false,
    })
    const slug = await approveOne()
    const news = await read(`?since=${latest_timestamp}`)
    expect(news).toMatchObject({
      total: 1,
      items: [{ type: 'product_approved', product: { slug } }],
    })
    expect(news.items[0]!.product.listing_url.endsWith(`/product/${slug}`)).toBe(true)
    expect(await read(`?since=${news.latest_timestamp}`)).toMatchObject({
      items: [],
      latest_timestamp: news.latest_timestamp,
    })
  })

  it.each([1, 7, 100])(
    'followed upwards by its cursor with a limit of %d, it gives every item once and then waits',
    async (limit) => {
      const seen: string[] = []
      // One by one, the last twenty: a step is a step.
      const newest = await read('?limit=20')
      const since = limit === 1 ? `since=${newest.items.at(-1)!.timestamp}&` : ''
      let page = await read(`?${since}order=asc&limit=${limit}`)
      while (page.items.length > 0) {
        seen.push(...page.items.map(({ id }) => id))
        expect(page.has_more).toBe(seen.length < page.total)
        page = await read(`?${since}order=asc&limit=${limit}&cursor=${page.next_cursor}`)
      }
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen).toHaveLength(page.total)
      // The cursor of an empty page still works after something happened.
      const slug = await approveOne()
      expect(await read(`?order=asc&cursor=${page.next_cursor}`)).toMatchObject({
        items: [{ product: { slug } }],
        has_more: false,
      })
    },
  )

  it('followed downwards by its cursor it ends at the first item, and since bounds both directions', async () => {
    const { items } = await read('?limit=10')
    const first = await read('?limit=4')
    const second = await read(`?limit=4&cursor=${first.next_cursor}`)
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(
      items.slice(0, 8).map(({ id }) => id),
    )
    const since = items[5]!.timestamp
    expect(await read(`?since=${since}&limit=3`)).toMatchObject({ total: 5, has_more: true })
    const up = await read(`?since=${since}&order=asc&limit=100`)
    expect(up.items.map(({ id }) => id)).toEqual(
      items
        .slice(0, 5)
        .map(({ id }) => id)
        .reverse(),
    )
    let last = first
    while (last.has_more) last = await read(`?limit=100&cursor=${last.next_cursor}`)
    expect(last.next_cursor).toBeNull()
  })

  it('a since whose + arrived as a space is refused with the way to write it', async () => {
    const path = '/changelog?since=2026-01-01T00:00:00+02:00'
    const { status, body } = await callIn(service, 'list_changelog', path)
    expect({ status, error: body['error'] }).toEqual({
      status: 400,
      error: 'since has a space where + was meant; write + as %2B in an address.',
    })
  })

  it('since may have any time zone, and is answered in UTC', async () => {
    const { items } = await read('?limit=2')
    const instant = new Date(items[1]!.timestamp)
    const elsewhere = new Date(instant.getTime() + 5.5 * 3_600_000)
      .toISOString()
      .replace('Z', '+05:30')
    expect(await read(`?since=${encodeURIComponent(elsewhere)}`)).toMatchObject({
      since: instant.toISOString(),
      total: 1,
    })
  })

  it.each([
    'since=9999-12-31T23:59:59-23:59',
    'since=',
    'since=yesterday',
    'since=2026-13-01T00:00:00Z',
    'since=2026-05-18',
    'limit=0',
    'limit=101',
    'order=up',
    'cursor=%00',
    'cursor=abc',
  ])('%s is refused', async (query) => {
    expect(await read(`?${query}`)).toMatchObject({
      status: 400,
      body: { error_code: 'VALIDATION_ERROR' },
    })
  })
})
