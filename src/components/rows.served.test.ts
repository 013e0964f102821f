import { expect, it } from 'vitest'
import { at } from '#testing/api.ts'
import { testBrowser } from '#testing/browser.ts'
import { request } from '#testing/service.ts'

const held = testBrowser()

// A page that answers a query is streamed, and a slow machine paints one part before the next.
it.each([320, 1280])(
  'a card stands where it will stand while its last part is still to come, %i pixels wide',
  async (width) => {
    const address = at('/search?q=browser%20automation')
    const { text: whole } = await request(address)
    const page = await held.browser.newPage({ viewport: { width, height: 720 } })
    const placesOf = async (body: string) => {
      await page.route(address, (route) => route.fulfill({ body, contentType: 'text/html' }))
      await page.goto(address)
      await page.unroute(address)
      return page.$$eval('.card:first-child > *', (parts) =>
        parts.map((part) => [part.tagName, part.getBoundingClientRect().x]),
      )
    }
    const first = whole.indexOf('class="card')
    const begun = await placesOf(whole.slice(0, whole.indexOf('<div class="foot"', first)))
    // The first part is its face.
    expect(begun.map(([name]) => name).slice(1)).toEqual(['H3', 'P', 'P'])
    expect((await placesOf(whole)).slice(0, 4)).toEqual(begun)
    const brand = whole.slice(0, whole.indexOf('Proofstack</a>'))
    const markAt = async (body: string) => {
      await placesOf(body)
      return page.$eval('.brand svg', (mark) => mark.getBoundingClientRect().y)
    }
    expect(await markAt(brand)).toBe(await markAt(whole))
  },
)
