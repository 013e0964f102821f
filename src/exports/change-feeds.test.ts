import { parseAtomFeed, parseJsonFeed } from 'feedsmith'
import { expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { presentChange } from '#present/lists/change.ts'
import { atomFeed, changeEntry, jsonFeed, moveEntry } from './change-feeds.ts'

const to = addresses('https://directory.example')
const head = { title: 'Changes', page: `${to.site}/changelog` }

const listed = (slug: string) =>
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
  )

it('an entry names the state of a product that is no longer active, and of no other', () => {
  const standing = 'Sunset: it was shut down.'
  const entries = [
    changeEntry(listed('lamp'), { standing }),
    changeEntry(listed('harbour'), { standing: undefined }),
  ]
  const sentences = ['lamp is listed. Sunset: it was shut down.', 'harbour is listed.']
  const feed = parseAtomFeed(atomFeed({ ...head, entries }))
  expect(feed.entries!.map(({ title }) => title!.value)).toEqual(sentences)
  const json = parseJsonFeed(jsonFeed({ ...head, entries })).items!
  expect(json.map(({ title }) => title)).toEqual(sentences)
  expect(json[0]!.content_text).toBe(`${sentences[0]} https://lamp.example`)
})

const picture = `${to.site}/og/lamp.png`

it('an entry says what the product is, what it is built with and what changed in its stack', () => {
  const item = listed('lamp')
  const entries = [
    changeEntry(item, {
      description: 'Answers letters.',
      topic: { name: 'Customer support', href: '/topics/x' },
      tools: ['Python', 'Redis'],
      stackChange: 'Celery left in May 2025',
      picture,
    }),
  ]
  const text =
    'lamp is listed. Answers letters. Built with Python, Redis. Celery left in May 2025. https://lamp.example'
  const [entry] = parseAtomFeed(atomFeed({ ...head, entries })).entries!
  expect(entry!.summary!.value).toBe(text)
  expect(entry!.categories).toEqual([{ term: 'Customer support' }])
  expect(entry!.links!.map(({ href }) => href)).toEqual([item.product.listing_url, picture])
  const [same] = parseJsonFeed(jsonFeed({ ...head, entries })).items!
  expect(same).toMatchObject({ content_text: text, image: picture, tags: ['Customer support'] })
})

it('what moved in a month keeps its id when a later reading adds a tool', () => {
  const move = {
    product: { slug: 'lamp', name: 'Lamp', topics: [] },
    month: '2026-07',
    at: '2026-07-09T00:00:00.000Z',
    left: [{ slug: 'celery', name: 'Celery' }],
    came: [],
  }
  const entry = (of: typeof move) => moveEntry(of, to.listing('lamp'), { description: 'Answers.' })
  const later = entry({ ...move, at: '2026-07-20T00:00:00.000Z' })
  expect(later.id).toBe(entry(move).id)
  expect(later.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/)
  expect(entry({ ...move, month: '2026-08' }).id).not.toBe(later.id)
  expect(later).toMatchObject({
    title: 'Lamp dropped Celery (July 2026).',
    text: 'Lamp dropped Celery (July 2026). Answers.',
    at: '2026-07-20T00:00:00.000Z',
  })
})
