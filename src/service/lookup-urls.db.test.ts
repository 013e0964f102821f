import { expect, it } from 'vitest'
import { processReadLimiter } from '#limits/read-limiter.ts'
import { callIn, freshClient, testStarters } from '#testing/service-parts.ts'

const service = testStarters()

const lookup = (urls: unknown, of = service, from = freshClient()) =>
  callIn(of, 'lookup_urls', '/lookup', { body: { urls }, from })

it('each address is answered as by GET /lookup, in order, and a bad one with its reason', async () => {
  const urls = ['https://www.n8n.io/pricing', '127.0.0.1', 'nobody.example', 'docs.n8n.io']
  const { status, body } = await lookup(urls)
  expect(status).toBe(200)
  const results = body['results'] as object[]
  for (const at of [0, 2, 3]) {
    const one = await callIn(
      service,
      'lookup_by_url',
      `/lookup?url=${encodeURIComponent(urls[at]!)}`,
    )
    expect(results[at]).toEqual(one.body)
  }
  const refused = await callIn(service, 'lookup_by_url', '/lookup?url=127.0.0.1')
  expect(results[1]).toEqual({ url: '127.0.0.1', error: refused.body['error'] })
})

it('takes 1 to 100 addresses', async () => {
  expect((await lookup([])).status).toBe(400)
  expect((await lookup(Array(101).fill('n8n.io'))).status).toBe(400)
  expect((await lookup(Array(100).fill('n8n.io'))).body['results']).toHaveLength(100)
  expect((await lookup('n8n.io')).status).toBe(400)
})

it('ten addresses count as one request', async () => {
  const policy = { tokens: 5, seconds: 60 }
  const policies = { catalogue_reads: policy, search_reads: policy, picture_reads: policy }
  const readLimiter = processReadLimiter({ policies, secret: 'a secret for tests', now: () => 0 })
  const limited = Object.assign({}, service, { readLimiter })
  const from = freshClient()
  expect((await lookup(Array(41).fill('n8n.io'), limited, from)).status).toBe(200)
  expect((await lookup(['n8n.io'], limited, from)).status).toBe(429)
  expect((await lookup(Array(51).fill('n8n.io'), limited)).status).toBe(429)
})
