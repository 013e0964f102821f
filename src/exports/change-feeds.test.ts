import { parseAtomFeed, parseJsonFeed } from 'feedsmith'
import { expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { presentChange } from '#present/change.ts'
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
  }
  const sentences = ['lamp is listed. Sunset: it was shut down.', 'harbour is listed.']
  const { entries } = parseAtomFeed(atomFeed(feed))
  expect(entries!.map(({ title }) => title!.value)).toEqual(sentences)
  const json = parseJsonFeed(jsonFeed(feed)).items!
  expect(json.map(({ title }) => title)).toEqual(sentences)
  expect(json[0]!.content_text).toBe(`${sentences[0]} https://lamp.example`)
})
