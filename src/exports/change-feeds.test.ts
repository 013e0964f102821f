import { parseAtomFeed, parseJsonFeed } from 'feedsmith'
import { expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { presentChange } from '#present/lists/change.ts'
import { atomFeed, jsonFeed } from './change-feeds.ts'

const to = addresses('https://directory.example')

it('an entry names the state of a product that is no longer active, and of no other', () => {
  const items = ['lamp', 'harbour'].map((slug) =>
    presentChange(
      {
        id: `00000000-0000-4000-8000-${slug.padStart(12, '0')}`,
        type: 'product_approved',
        timestamp: '2026-11-20T00:00:00.000Z',
        product: { slug, name: slug, url: `https://${slug}.example` },
        approved_at: '2026-11-20T00:00:00.000Z',
        claim_review_status: null,
        claim_reviewed_at: null,
        issue: null,
      },
      to,
    ),
  )
  const page = `${to.site}/changelog`
  const feed = {
    title: 'Changes',
    page,
    atom: `${page}.atom`,
    json: `${page}.json`,
    items,
    standing: (slug: string) => (slug === 'lamp' ? 'Sunset: it was shut down.' : undefined),
    about: () => ({}),
  }
  const sentences = ['lamp is listed. Sunset: it was shut down.', 'harbour is listed.']
  const { entries } = parseAtomFeed(atomFeed(feed))
  expect(entries!.map(({ title }) => title!.value)).toEqual(sentences)
  const json = parseJsonFeed(jsonFeed(feed)).items!
  expect(json.map(({ title }) => title)).toEqual(sentences)
  expect(json[0]!.content_text).toBe(`${sentences[0]} https://lamp.example`)
})

it('an entry says what the product is, what it is built with and what changed in its stack', () => {
  const item = presentChange(
    {
      id: '00000000-0000-4000-8000-000000000001',
      type: 'product_approved',
      timestamp: '2026-11-20T00:00:00.000Z',
      product: { slug: 'lamp', name: 'Lamp', url: 'https://lamp.example' },
      approved_at: '2026-11-20T00:00:00.000Z',
      claim_review_status: null,
      claim_reviewed_at: null,
      issue: null,
    },
    to,
  )
  const page = `${to.site}/changelog`
  const picture = `${to.site}/og/lamp.png`
  const feed = {
    title: 'Changes',
    page,
    atom: `${page}.atom`,
    json: `${page}.json`,
    items: [item],
    standing: () => undefined,
    about: () => ({
      description: 'Answers letters.',
      topic: { name: 'Customer support' },
      tools: ['Python', 'Redis'],
      stackChange: 'Celery left in May 2025',
      picture,
    }),
  }
  const text =
    'Lamp is listed. Answers letters. Built with Python, Redis. Celery left in May 2025. https://lamp.example'
  const [entry] = parseAtomFeed(atomFeed(feed)).entries!
  expect(entry!.summary!.value).toBe(text)
  expect(entry!.categories).toEqual([{ term: 'Customer support' }])
  expect(entry!.links!.map(({ href }) => href)).toEqual([item.product.listing_url, picture])
  const [same] = parseJsonFeed(jsonFeed(feed)).items!
  expect(same).toMatchObject({ content_text: text, image: picture, tags: ['Customer support'] })
})
