import { expect, it } from 'vitest'
import { familiesOf } from '#core/topics.ts'
import { faceOf } from '#present/face.ts'
import { at } from '#testing/api.ts'
import { contentOnce } from '#testing/content.ts'
import { request } from '#testing/service.ts'

const textOf = async (page: string) => (await request(at(page))).text

it.each([
  '/product/chatwoot',
  '/products?tool=ruby-on-rails',
  '/search?q=chatwoot',
  '/recommend?stack=rails',
  '/compare?slugs=chatwoot,dify',
  '/alternatives/chatwoot',
])('%s shows the face that its slug and its first topic give a product', async (page) => {
  const content = await contentOnce()
  const { topics } = content.listings.find(({ slug }) => slug === 'chatwoot')!.value
  const families = familiesOf(content.topics)
  const text = await textOf(page)
  expect(text).toContain(
    `aria-hidden="true">${faceOf({ slug: 'chatwoot', topics }, families)}</svg>`,
  )
})

it.each(['/', '/topics'])(
  'a topic on %s shows at most four tools by icon and name',
  async (page) => {
    const lists = (await textOf(page)).match(/<ul class="built-with".*?<\/ul>/gs)!
    expect(lists.length).toBeGreaterThan(5)
    for (const list of lists) expect(list.match(/class="face tiny"/g)?.length ?? 0).toBeLessThan(5)
    expect(lists[0]).toMatch(/<img class="face tiny" src="\/icons\/[a-z0-9-]+\.svg" alt="\w+/)
  },
)

it('a tool of a listing has its icon, or a face if there is none', async () => {
  const text = await textOf('/product/chatwoot')
  const layers = text.slice(text.indexOf('class="layers"'))
  expect(layers).toContain('<img class="face tiny" src="/icons/ruby-on-rails.svg" alt')
  expect(await textOf('/stack/litellm')).toMatch(/<h1[^>]*><svg class="face"/)
})
