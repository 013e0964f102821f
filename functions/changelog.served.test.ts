import { describe, expect, it } from 'vitest'
import { listChangelog } from '#contract/operations/list-changelog.ts'
import { call, submit, validSubmission } from '#testing/api.ts'
import { editor } from '#testing/editor.ts'

interface Item {
  id: string
  type: string
  timestamp: string
  product: { slug: string; listing_url: string; website_url: string }
}

const read = async (query: string) => {
  const answer = await call(listChangelog, `/changelog${query}`)
  const body = answer.body as {
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
  const slug = String((await submit(validSubmission())).body['slug'])
  await editor(['approve', slug, '--yes'])
  return slug
}

describe('GET /changelog', () => {
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
})
