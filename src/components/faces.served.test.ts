import { expect, inject, it } from 'vitest'
import { request } from '#testing/service.ts'

const at = (path: string) => `${inject('served').url}${path}`

it.each(['/', '/topics'])(
  'the topics of %s show faces, each from one file that is kept',
  async (page) => {
    const { text } = await request(at(page))
    const strips = [...text.matchAll(/<img class="strip"[^>]*>/g)].map(([tag]) => tag)
    expect(strips.length).toBeGreaterThan(5)
    for (const tag of strips) {
      expect(tag).toMatch(/alt="" width="\d+" height="24" loading="lazy"/)
      const file = await request(at(/src="([^"]+)"/.exec(tag)![1]!))
      expect(file.status).toBe(200)
      expect(file.headers['content-type']).toMatch(/^image\/svg\+xml/)
      expect(file.headers['cache-control']).toContain('immutable')
      const faces = file.text.match(/<(?:image|svg) x=/g)!
      expect(faces.length).toBeLessThanOrEqual(4)
    }
  },
)

it('the ledger of a listing shows the faces of its tools', async () => {
  const { text } = await request(at('/product/chatwoot'))
  const ledger = text.slice(text.indexOf('class="ledger"'))
  expect(ledger).toContain('<img class="face tiny" src="/icons/ruby-on-rails.svg" alt=""')
})
