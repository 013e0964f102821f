import { expect, it } from 'vitest'
import { active } from '#contract/resources/lifecycle.ts'
import { addresses } from '#core/addresses.ts'
import { productDetail } from '#present/present.ts'
import { sampleProduct } from '#testing/sample-records.ts'
import { listingAbout, listingHead } from './listing-data.ts'

const to = addresses('https://directory.example')
const ended = { ...active, state: 'sunset', since: '2026-05-15' } as const
const detail = (part: Partial<Parameters<typeof sampleProduct>[0]>) =>
  productDetail(sampleProduct({ slug: 'lamp', name: 'Lamp', ...part }), new Map(), to)

it('the title and the description of a page say that a product was shut down', () => {
  expect(listingHead(detail({ lifecycle: ended }))).toEqual({
    title: 'Lamp (sunset): stack and evidence',
    description: 'Sunset since 15 May 2026: it was shut down. Does something.',
  })
  expect(listingHead(detail({}))).toEqual({
    title: 'Lamp: stack and evidence',
    description: 'Does something.',
  })
})

it('structured data name the state of what is not active, and never its listing as its publication', () => {
  const about = (part: Parameters<typeof detail>[0]) => listingAbout(detail(part))
  expect(about({ lifecycle: ended, launch_date: '2025-02-03' })).toMatchObject({
    creativeWorkStatus: 'Sunset',
    datePublished: '2025-02-03',
  })
  const { creativeWorkStatus, datePublished } = about({})
  expect([creativeWorkStatus, datePublished]).toEqual([undefined, undefined])
})
