import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ApiError } from '#contract/errors.ts'
import { operation } from '#contract/operation.ts'
import { type ReadLimiter, processReadLimiter } from '#limits/read-limiter.ts'
import { type SubmissionLimiter, postgresLimiter } from '#limits/submission-limiter.ts'
import { type Handler, handling } from '#service/answer.ts'
import { bareService } from '#testing/service-parts.ts'
import { guarded } from './guarded.ts'
import { serve } from './serve.ts'

const getThing = operation({
  id: 'get_thing',
  method: 'GET',
  path: '/things/{slug}',
  summary: 'Get a thing',
  description: 'For these tests.',
  params: z.object({ slug: z.string() }),
  query: z.object({ count: z.int().min(1).default(1) }),
  responses: {
    200: { description: 'It.', schema: z.object({ slug: z.string(), count: z.int() }) },
  },
  errors: ['not_found', 'internal'],
  cache: 'dynamic',
  bucket: 'catalogue_reads',
  example: { params: { slug: 'quill' } },
})

const postThing = operation({
  id: 'submit_thing',
  method: 'POST',
  path: '/things',
  summary: 'Submit a thing',
  description: 'For these tests.',
  body: z.object({ name: z.string() }),
  responses: { 201: { description: 'Done.', schema: z.object({ name: z.string() }) } },
  errors: ['invalid_request', 'internal'],
  cache: 'never',
  bucket: 'submit',
  example: { body: { name: 'Quill' } },
})

function serviceWithLog(limiter?: SubmissionLimiter, readLimiter?: ReadLimiter) {
  const logged: { message: string; error: unknown }[] = []
  const log = (message: string, error: unknown) => void logged.push({ message, error })
  const settings = { mcpOrigins: [], mailDeadlineMs: 0 }
  const parts = { log, readLimiter, settings, ...(limiter ? { limiter } : {}) }
  return { service: bareService(parts), logged }
}

const asked: unknown[] = []
const limiter = postgresLimiter(() => {
  throw new Error('this test has no database')
}, 'a secret for tests')
/** A limiter that accepts a client without a wait. */
const attempts = (wait: number): SubmissionLimiter => ({
  ...limiter,
  count: async (slots) => {
    asked.push(...slots)
    return wait
  },
})

const answerThing: Handler<typeof getThing> = ({ params, query }) => ({
  status: 200,
  body: { slug: params.slug, count: query.count },
})

function getting(handler: Handler<typeof getThing>, readLimiter?: ReadLimiter) {
  const { service, logged } = serviceWithLog(undefined, readLimiter)
  const route = serve(handling(getThing, handler), service)
  const ask = (init: RequestInit = {}, query = '') =>
    route({
      request: new Request(`https://proofstack.example/api/v1/things/acme${query}`, init),
      params: { slug: 'acme' },
    })
  return { ask, logged }
}

function posting(
  handler: Handler<typeof postThing>,
  options: { wait?: number; extraCheck?: Parameters<typeof handling>[2] } = {},
) {
  const { service } = serviceWithLog(attempts(options.wait ?? 0))
  const route = serve(handling(postThing, handler, options.extraCheck), service)
  return (init: RequestInit) =>
    route({ request: new Request('https://proofstack.example/api/v1/things', init), params: {} })
}

function throwing(error: unknown) {
  return getting(() => {
    throw error
  })
}

const json = { 'content-type': 'application/json' }

describe('a route', () => {
  it('answers with what its handler made of the parsed input', async () => {
    const answer = await getting(answerThing).ask({}, '?count=3')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ slug: 'acme', count: 3 })
    expect(answer.headers.get('cache-control')).toBe(
      'public, max-age=0, s-maxage=2, must-revalidate',
    )
  })

  it('answers HEAD like GET, without the body', async () => {
    const { ask } = getting(answerThing)
    const [got, headed] = [await ask(), await ask({ method: 'HEAD' })]
    expect(headed.status).toBe(200)
    expect(await headed.text()).toBe('')
    expect(headed.headers.get('etag')).toBe(got.headers.get('etag'))
  })

  it('tells what its handler says of the answer as headers', async () => {
    const { ask } = getting(() => ({
      status: 200,
      body: { slug: 'a', count: 1 },
      cache: 'never',
      servedFrom: 'snapshot',
      isReplay: true,
    }))
    const { headers } = await ask()
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-served-from')).toBe('snapshot')
    expect(headers.get('idempotency-replayed')).toBe('true')
  })

  it('answers trusted bytes as they are, under their own tag', async () => {
    const json = '{"slug": "a",  "count": 1}'
    const { ask } = getting(() => ({ status: 200, json, tag: 'tag-of-it' }))
    const answer = await ask()
    expect(await answer.text()).toBe(json)
    expect(answer.headers.get('etag')).toBe('"tag-of-it"')
    expect((await ask({ headers: { 'if-none-match': '"tag-of-it"' } })).status).toBe(304)
  })

  it('lets nothing undeclared leave', async () => {
    const more = { slug: 'a', count: 1, submitter_email: 'jane@acme.example' }
    expect(await (await getting(() => ({ status: 200, body: more })).ask()).json()).toEqual({
      slug: 'a',
      count: 1,
    })
  })

  it('gives its handler the address that the platform names', async () => {
    const { ask } = getting(({ address }) => ({ status: 200, body: { slug: address, count: 1 } }))
    const headers = { 'x-real-ip': '203.0.113.7', 'x-forwarded-for': '198.51.100.1' }
    expect(await (await ask({ headers })).json()).toMatchObject({ slug: '203.0.113.7' })
  })

  it('refuses bad input without calling its handler', async () => {
    let calls = 0
    const { ask, logged } = getting((call, service) => {
      calls++
      return answerThing(call, service)
    })
    const answer = await ask({}, '?count=0')
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      error_code: 'VALIDATION_ERROR',
      details: [{ path: 'count' }],
    })
    expect({ calls, logged }).toEqual({ calls: 0, logged: [] })
  })

  it('reads a body and answers 201, uncached', async () => {
    const ask = posting(({ body }) => ({ status: 201, body }))
    const answer = await ask({ method: 'POST', headers: json, body: '{"name":"x","other":1}' })
    expect(answer.status).toBe(201)
    expect(await answer.json()).toEqual({ name: 'x' })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('runs its extra check', async () => {
    const ask = posting(({ body }) => ({ status: 201, body }), {
      extraCheck: () => [{ path: 'name', message: 'is taken' }],
    })
    const answer = await ask({ method: 'POST', headers: json, body: '{"name":"x"}' })
    expect(await answer.json()).toMatchObject({
      error: 'name is taken.',
      error_code: 'VALIDATION_ERROR',
    })
  })
})

describe('methods', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    '%s on what is read is 405 and names those that work',
    async (method) => {
      const answer = await getting(answerThing).ask({ method })
      expect(answer.status).toBe(405)
      expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(await answer.json()).toEqual({
        error: `${method} does not work here; use GET.`,
        error_code: 'VALIDATION_ERROR',
      })
    },
  )

  it.each(['GET', 'PUT', 'DELETE'])(
    '%s on what is posted to is 405 and names those that work',
    async (method) => {
      const answer = await posting(({ body }) => ({ status: 201, body }))({ method })
      expect(answer.status).toBe(405)
      expect(answer.headers.get('allow')).toBe('POST, OPTIONS')
      expect(answer.headers.get('cache-control')).toBe('no-store')
    },
  )

  it('HEAD on what is posted to is 405 without a body', async () => {
    const answer = await posting(({ body }) => ({ status: 201, body }))({ method: 'HEAD' })
    expect(answer.status).toBe(405)
    expect(await answer.text()).toBe('')
  })

  it('OPTIONS answers a preflight without reading, admitting or handling anything', async () => {
    asked.length = 0
    const ask = posting(() => Promise.reject(new Error('handled')), { wait: 7 })
    const answer = await ask({ method: 'OPTIONS' })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-methods')).toBe('POST, OPTIONS')
    expect(asked).toEqual([])
  })
})

describe('admission', () => {
  it('comes before the body is read', async () => {
    const ask = posting(({ body }) => ({ status: 201, body }), { wait: 7 })
    const answer = await ask({ method: 'POST', headers: json, body: 'not JSON' })
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('7')
    expect(await answer.json()).toEqual({
      error: 'Too many attempts from this address. Try again in 7 seconds.',
      error_code: 'RATE_LIMITED',
    })
  })

  it('is asked with the block of the client address, and only where a bucket counts', async () => {
    asked.length = 0
    const headers = { ...json, 'x-real-ip': '2001:db8:1:2::9' }
    await posting(({ body }) => ({ status: 201, body }))({ method: 'POST', headers, body: '{}' })
    await getting(answerThing).ask({ headers })
    expect(asked).toEqual(limiter.slots.ofAttempt('2001:db8:1:2::/64'))
  })
})

describe('a limited read', () => {
  const ofTwo = (now = () => 0) => {
    const policy = { tokens: 2, seconds: 60 }
    const policies = { catalogue_reads: policy, search_reads: policy, picture_reads: policy }
    return processReadLimiter({ policies, secret: 'a secret for tests', now })
  }
  const limitOf = ({ headers }: Response) => [
    headers.get('ratelimit-policy'),
    headers.get('ratelimit'),
  ]

  it('says its policy, and what is left only where no shared cache may keep it', async () => {
    const { ask } = getting(answerThing, ofTwo())
    const whole = await ask()
    const policy = ['"catalogue_reads";q=2;w=60', null]
    expect(limitOf(whole)).toEqual(policy)
    const unchanged = await ask({ headers: { 'if-none-match': whole.headers.get('etag')! } })
    expect(unchanged.status).toBe(304)
    expect(limitOf(unchanged)).toEqual(policy)
    const failed = await getting(answerThing, ofTwo()).ask({}, '?count=0')
    expect(failed.status).toBe(400)
    expect(limitOf(failed)[1]).toBe('"catalogue_reads";r=1;t=60')
  })

  it('past its limit is a 429 with the wait, readable for scripts of other sites', async () => {
    let now = 0
    const { ask, logged } = getting(
      answerThing,
      ofTwo(() => now),
    )
    await ask()
    await ask()
    now = 20_500
    const refused = await ask()
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('40')
    expect(limitOf(refused)[1]).toBe('"catalogue_reads";r=0;t=40')
    expect(refused.headers.get('access-control-expose-headers')).toMatch(
      /ratelimit, ratelimit-policy/,
    )
    expect(await refused.json()).toEqual({
      error: 'At most 2 such requests in 60 seconds from one address. Try again in 40 seconds.',
      error_code: 'RATE_LIMITED',
    })
    now += 40_000
    expect((await ask()).status).toBe(200)
    expect(logged).toEqual([])
  })

  it('has no such headers where nobody counts', async () => {
    expect(limitOf(await getting(answerThing).ask())).toEqual([null, null])
  })

  it('that a shared cache gives to others says the policy alone', async () => {
    const { service } = serviceWithLog(undefined, ofTwo())
    const edge = {
      ...handling(getThing, answerThing),
      operation: { ...getThing, cache: 'edge' as const },
    }
    const route = serve([edge], service)
    const request = new Request('https://proofstack.example/api/v1/things/acme')
    expect(limitOf(await route({ request, params: { slug: 'acme' } }))).toEqual([
      '"catalogue_reads";q=2;w=60',
      null,
    ])
  })
})

describe('failures', () => {
  it('that are expected are answered as they are and not logged', async () => {
    const { ask, logged } = throwing(new ApiError('not_found', 'No such thing.'))
    const answer = await ask()
    expect(answer.status).toBe(404)
    expect(await answer.json()).toEqual({ error: 'No such thing.', error_code: 'VALIDATION_ERROR' })
    expect(logged).toEqual([])
  })

  it.each([
    { title: 'an error', thrown: new Error('secret detail') },
    { title: 'text', thrown: 'secret detail' },
    { title: 'nothing', thrown: undefined },
  ])(
    'that are unexpected, here $title, are 500 without their text and logged once',
    async ({ thrown }) => {
      const { ask, logged } = throwing(thrown)
      const answer = await ask({}, '?email=jane@acme.example')
      expect(answer.status).toBe(500)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.has('retry-after')).toBe(false)
      const text = await answer.text()
      expect(JSON.parse(text)).toEqual({ error: expect.any(String), error_code: 'INTERNAL_ERROR' })
      expect(text).not.toContain('secret')
      expect(logged).toEqual([{ message: 'GET /api/v1/things/acme failed', error: thrown }])
    },
  )

  it('of a handler that rejects are caught too', async () => {
    const { ask, logged } = getting(() => Promise.reject(new Error('late')))
    expect((await ask()).status).toBe(500)
    expect(logged).toHaveLength(1)
  })

  it('that mean the database is away are 503 with Retry-After, logged once', async () => {
    const { ask, logged } = throwing(
      Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
    )
    const answer = await ask()
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    const text = await answer.text()
    expect(JSON.parse(text)).toMatchObject({ error_code: 'INTERNAL_ERROR' })
    expect(text).not.toContain('ECONNREFUSED')
    expect(logged).toHaveLength(1)
  })

  it('of an answer that breaks the contract are 500 and logged', async () => {
    const broken = JSON.parse('{"slug": "a", "count": "many"}') as { slug: string; count: number }
    const { ask, logged } = getting(() => ({ status: 200, body: broken }))
    expect((await ask()).status).toBe(500)
    expect(logged).toHaveLength(1)
  })

  it('of a route that is no operation are guarded alike', async () => {
    const { service, logged } = serviceWithLog()
    const request = new Request('https://proofstack.example/api/v1/other')
    expect(
      (await guarded(service, 'catalogue_reads', request, () => Promise.reject(new Error('x'))))
        .status,
    ).toBe(500)
    expect(
      (
        await guarded(service, 'catalogue_reads', request, () =>
          Promise.resolve(new Response('fine')),
        )
      ).status,
    ).toBe(200)
    expect(logged).toHaveLength(1)
  })
})
