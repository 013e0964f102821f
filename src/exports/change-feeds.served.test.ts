import { parseAtomFeed, parseJsonFeed } from 'feedsmith'
import { expect, inject, it } from 'vitest'
import { request } from '#testing/service.ts'

const get = (path: string) => request(`${inject('served').url}${path}`)

it.each([
  ['/changelog', 50],
  ['/changelog/listed', 50],
  ['/trends', 50],
  ['/product/n8n', 1],
  ['/topics/coding-agents', 5],
  ['/stack/postgresql', 5],
])('%s has an Atom and a JSON feed that a reader understands', async (page, atLeast) => {
  const atom = await get(`${page}.atom`)
  expect(atom).toMatchObject({
    status: 200,
    headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
  })
  const feed = parseAtomFeed(atom.text)
  expect(feed.entries!.length).toBeGreaterThanOrEqual(atLeast)
  for (const entry of feed.entries!)
    expect(entry).toMatchObject({
      id: expect.stringMatching(/^urn:uuid:/),
      title: { value: expect.stringMatching(/\.$/) },
    })
  const json = await get(`${page}.json`)
  expect(json.headers['content-type']).toBe('application/feed+json; charset=utf-8')
  const items = parseJsonFeed(json.text).items!
  expect(items.map(({ id }) => `urn:uuid:${id}`)).toEqual(feed.entries!.map(({ id }) => id))
  expect(items.every(({ url }) => url!.startsWith('http'))).toBe(true)
})

it('a tool without listings has an empty feed, and its page and feed name each other', async () => {
  expect(parseJsonFeed((await get('/stack/keycloak.json')).text).items ?? []).toEqual([])
  expect((await get('/stack/keycloak')).text).toContain('href="/stack/keycloak.atom"')
})
