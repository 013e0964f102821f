import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { checkLinks } from './check-links.ts'
import { localSite } from '#testing/local-site.ts'

function answering(statuses: Record<string, number>, fallback = 200): RequestListener {
  return ({ method, url }, response) =>
    response.writeHead(statuses[`${method} ${url}`] ?? fallback).end()
}

it('links that answer, are gone or unreachable have different states, in the given order', async () => {
  const site = await localSite((request, response) => {
    const status = Number(request.url!.slice(1))
    if (status > 0) response.writeHead(status).end()
    else request.socket.destroy()
  })
  const urls = ['/200', '/410', '/503', '/204', '/0', '/404', '/429', '/401'].map(
    (path) => site.origin + path,
  )
  expect(await checkLinks(site.fetch, urls)).toEqual([
    { url: urls[0], state: 'answers', status: 200 },
    { url: urls[1], state: 'gone', status: 410 },
    { url: urls[2], state: 'unreachable', status: 503, reason: '127.0.0.1 answered 503.' },
    { url: urls[3], state: 'answers', status: 204 },
    {
      url: urls[4],
      state: 'unreachable',
      reason: '127.0.0.1 closed the connection before its answer was whole.',
    },
    { url: urls[5], state: 'gone', status: 404 },
    { url: urls[6], state: 'answers', status: 429 },
    { url: urls[7], state: 'answers', status: 401 },
  ])
})

it('a link that the guard refuses is refused with the reason', async () => {
  const site = await localSite(answering({}))
  const urls = ['http://192.168.0.1/', 'ftp://example.com/', 'nonsense']
  expect(await checkLinks(site.fetch, urls)).toEqual([
    {
      url: urls[0],
      state: 'refused',
      reason: '192.168.0.1 does not lead to a public address.',
    },
    { url: urls[1], state: 'refused', reason: 'Only addresses with http or https are asked.' },
    { url: urls[2], state: 'refused', reason: 'This is not a URL.' },
  ])
})

describe('a link is requested by HEAD', () => {
  it('only, when the server answers', async () => {
    const site = await localSite(answering({}))
    await checkLinks(site.fetch, [`${site.origin}/a`])
    expect(site.asked).toEqual([`HEAD 127.0.0.1:${site.port}/a`])
  })

  it.each([403, 404, 405, 501])('and by GET when that answers %d', async (status) => {
    const site = await localSite(answering({ 'HEAD /a': status }))
    expect(await checkLinks(site.fetch, [`${site.origin}/a`])).toMatchObject([
      { state: 'answers', status: 200 },
    ])
    expect(site.asked).toEqual([`HEAD 127.0.0.1:${site.port}/a`, `GET 127.0.0.1:${site.port}/a`])
  })

  it('and by GET, whose answer counts', async () => {
    const site = await localSite(answering({ 'HEAD /a': 405, 'GET /a': 404 }))
    expect(await checkLinks(site.fetch, [`${site.origin}/a`])).toMatchObject([
      { state: 'gone', status: 404 },
    ])
  })
})

describe('a link that redirects', () => {
  async function checkMoved(from: string, location: (port: number) => string) {
    const site = await localSite((_request, response) => {
      if (site.asked.length > 1) response.end()
      else response.writeHead(301, { location: location(site.port) }).end()
    })
    const url = `http://acme.example:${site.port}${from}`
    const [link] = await checkLinks(site.fetch, [url])
    return link
  }

  it('to another page has moved', async () => {
    expect(await checkMoved('/old', () => '/new')).toMatchObject({
      state: 'moved',
      status: 200,
      to: expect.stringMatching(/^http:\/\/acme\.example:\d+\/new$/),
    })
    expect(await checkMoved('/', (port) => `http://other.example:${port}/`)).toMatchObject({
      state: 'moved',
    })
    expect(await checkMoved('/', () => '/?lang=en')).toMatchObject({ state: 'moved' })
  })

  it('to www or to a slash at the end answers', async () => {
    expect(await checkMoved('/docs', () => '/docs/')).toMatchObject({ state: 'answers' })
    expect(await checkMoved('/', (port) => `http://www.acme.example:${port}/`)).toMatchObject({
      state: 'answers',
    })
  })

  it('to an address that the guard refuses is refused', async () => {
    expect(await checkMoved('/', () => 'http://169.254.169.254/')).toMatchObject({
      state: 'refused',
    })
  })
})

it('at most four links are requested at once and twelve in all; the others are refused', async () => {
  const open: (() => void)[] = []
  let most = 0
  // The server waits until four requests are open, or the last ones have arrived.
  const site = await localSite((_request, response) => {
    open.push(() => response.end())
    most = Math.max(most, open.length)
    if (open.length === 4) for (const answer of open.splice(0)) setImmediate(answer)
  })
  const urls = Array.from({ length: 14 }, (_, number) => `${site.origin}/${number}`)
  const checked = await checkLinks(site.fetch, urls)
  expect(most).toBe(4)
  expect(site.asked).toHaveLength(12)
  expect(checked.map(({ state }) => state)).toEqual([
    ...Array<string>(12).fill('answers'),
    ...Array<string>(2).fill('refused'),
  ])
  expect(checked[12]).toEqual({
    url: urls[12],
    state: 'refused',
    reason: 'No more than 12 links are asked at once.',
  })
})

it('a repeated link is requested once and reported twice', async () => {
  const site = await localSite(answering({}))
  const url = `${site.origin}/`
  expect(await checkLinks(site.fetch, [url, url])).toMatchObject([{ url }, { url }])
  expect(site.asked).toHaveLength(1)
  expect(await checkLinks(site.fetch, [])).toEqual([])
})
