import type { RequestListener, OutgoingHttpHeaders } from 'node:http'
import { describe, expect, it } from 'vitest'
import { checkBadge } from './check-badge.ts'
import { guard } from '#proof/fetch/guard.ts'
import { localSite } from '#testing/local-site.ts'

const siteUrl = 'https://proofstack.example'
const badge = `<a href="${siteUrl}/product/acme"><img src="${siteUrl}/badge/acme.svg"></a>`

async function check(answer: RequestListener, path = '/') {
  const site = await localSite(answer)
  const listing = { slug: 'acme', url: `http://acme.example:${site.port}${path}` }
  return { site, checked: await checkBadge(site.fetch, listing, siteUrl) }
}

function sending(body: string, headers: OutgoingHttpHeaders = {}, status = 200): RequestListener {
  return (_request, response) =>
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
}

it('a badge on the homepage is found by a request for HTML', async () => {
  const accepted: (string | undefined)[] = []
  const { site, checked } = await check((request, response) => {
    accepted.push(request.headers.accept)
    sending(badge)(request, response)
  })
  expect(checked).toEqual({ kind: 'found', rel: 'dofollow' })
  expect(site.asked).toEqual([`GET acme.example:${site.port}/`])
  expect(accepted).toEqual(['text/html'])
})

it('a badge on the page that the homepage redirects to is found', async () => {
  const { checked } = await check((request, response) => {
    if (request.url === '/en/') sending(badge)(request, response)
    else response.writeHead(308, { location: '/en/' }).end()
  })
  expect(checked).toEqual({ kind: 'found', rel: 'dofollow' })
})

it.each([
  ['nofollow', 'nofollow'],
  ['noindex, nofollow', 'nofollow'],
  ['googlebot: none', 'nofollow'],
  [['noindex', 'nofollow'], 'nofollow'],
  ['noindex, max-snippet:20, max-image-preview:none', 'dofollow'],
])('with X-Robots-Tag %j its link is %s', async (directives, rel) => {
  const { checked } = await check(sending(badge, { 'x-robots-tag': directives }))
  expect(checked).toEqual({ kind: 'found', rel })
})

describe('a badge is missing', () => {
  it('from a homepage without it', async () => {
    const { checked } = await check(sending('<p>Hello</p>'))
    expect(checked).toEqual({
      kind: 'missing',
      reason:
        'The badge is not on the homepage at acme.example, as it is sent before its scripts run.',
    })
  })

  it('from the first part of a large homepage', async () => {
    const { checked } = await check(sending(' '.repeat(guard.bodyBytes - 10) + badge))
    expect(checked).toMatchObject({
      kind: 'missing',
      reason: expect.stringContaining('in the first 256 KiB of the homepage at acme.example'),
    })
  })

  it('from a homepage that is not HTML', async () => {
    const { checked } = await check(sending(badge, { 'content-type': 'text/plain' }))
    expect(checked).toMatchObject({
      kind: 'missing',
      reason: expect.stringContaining('is not an HTML page'),
    })
  })
})

it('a badge at the beginning of a large homepage is found', async () => {
  const { checked } = await check(sending(badge + ' '.repeat(guard.bodyBytes)))
  expect(checked).toEqual({ kind: 'found', rel: 'dofollow' })
})

describe('a homepage is unreachable', () => {
  it.each([404, 403, 500, 304])('that answers %d, also with a badge', async (status) => {
    const { checked } = await check(sending(badge, {}, status))
    expect(checked).toEqual({
      kind: 'unreachable',
      reason: `acme.example answered ${status}.`,
    })
  })

  it('that does not answer, or that the guard refuses', async () => {
    const { checked } = await check((request) => request.socket.destroy())
    expect(checked).toEqual({
      kind: 'unreachable',
      reason: 'acme.example closed the connection before its answer was whole.',
    })
    const { fetch } = await localSite(sending(badge))
    expect(await checkBadge(fetch, { slug: 'acme', url: 'http://10.0.0.1/' }, siteUrl)).toEqual({
      kind: 'unreachable',
      reason: '10.0.0.1 does not lead to a public address.',
    })
  })
})
