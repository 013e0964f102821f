import { rm, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { CatalogUnreadable } from '#catalog/unreadable.ts'
import { insertPending } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import {
  type TestService,
  awayDatabase,
  callIn,
  startersService,
  testService,
} from '#testing/service-parts.ts'

const database = testDatabase()
let service: TestService
let away: TestService

beforeAll(async () => {
  service = await startersService(database.db)
  away = { ...service, db: awayDatabase() }
})

it.each([
  [
    'search',
    '/search?q=postgres&limit=3',
    { results: [{ type: 'tool', slug: 'postgresql' }, {}, {}] },
  ],
  [
    'recommend_products',
    '/recommend?task=customer%20support&stack=ruby-on-rails,postgresql&limit=1',
    { recommendations: [{ rank: 1, product: { slug: 'chatwoot' } }] },
  ],
  ['get_product', '/products/n8n', { product: { slug: 'n8n' } }],
  ['compare_products', '/compare?slugs=n8n,dify', { slugs: ['n8n', 'dify'] }],
] as const)('%s answers as always, and nothing says otherwise', async (id, path, body) => {
  const answer = await callIn(away, id, path)
  expect(answer).toMatchObject({ status: 200, body })
  const always = await callIn(service, id, path)
  expect(answer.text).toBe(always.text)
  expect([...answer.headers.keys()]).toEqual([...always.headers.keys()])
})

it('what the catalogue cannot know is the same 503 for all', async () => {
  const { slug, submitter_email } = await insertPending(database.db)
  const answers = [
    await callIn(away, 'get_product', `/products/${slug}`),
    await callIn(away, 'get_product', `/products/${slug}?email=${submitter_email}`),
    await callIn(away, 'compare_products', '/compare?slugs=n8n,pending-one'),
    await callIn(away, 'compare_products', '/compare?slugs=n8n,nobody'),
    await callIn(away, 'get_product', '/products/nobody'),
    await callIn(away, 'list_changelog', '/changelog'),
    await callIn(away, 'list_changelog', '/changelog?order=asc&limit=1'),
  ]
  for (const { status, text, headers } of answers) {
    expect({ status, text }).toEqual({ status: 503, text: answers[0]!.text })
    expect(headers.get('retry-after')).toBe('60')
  }
})

it.each([
  ['empty', (file: string) => truncate(file)],
  ['cut', (file: string) => truncate(file, 8_192)],
  ['overwritten', (file: string) => writeFile(file, 'x'.repeat(100_000))],
  ['gone', (file: string) => rm(file)],
])('a catalogue that is %s while it is served is a 503 with the wait', async (_, damage) => {
  let now = new Date()
  const damaged = await testService(database.db, { clock: () => now })
  const asked = () => callIn(damaged, 'lookup_by_url', '/lookup?url=n8n.io')
  expect((await asked()).status).toBe(200)
  await damage(path.join(damaged.mails, 'catalog.sqlite'))
  now = new Date(now.getTime() + 1_000)
  const answer = await asked()
  expect(answer).toMatchObject({
    status: 503,
    body: {
      error: 'The catalogue cannot be read at the moment. Try again in a minute.',
      error_code: 'INTERNAL_ERROR',
    },
  })
  expect(answer.headers.get('retry-after')).toBe('60')
  expect(() => damaged.catalog.builtFrom).toThrow(CatalogUnreadable)
})

it('a failure that is not the database being away is a 500, logged once and without its text', async () => {
  const broken = {
    ...service,
    get db(): never {
      throw new Error('secret detail')
    },
  }
  const before = broken.logged.length
  const answer = await callIn(broken, 'list_changelog', '/changelog')
  expect(answer).toMatchObject({
    status: 500,
    body: { error: 'Something went wrong on our side. Try again later.' },
  })
  expect(answer.text).not.toContain('secret')
  expect(broken.logged.slice(before).map(({ message }) => message)).toEqual([
    'GET /api/v1/changelog failed',
  ])
})
