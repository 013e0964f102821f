import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ApiError } from '#contract/errors.ts'
import { operation } from '#contract/operation.ts'
import {
  type Edge,
  type Handler,
  type EndpointOptions,
  asApiError,
  endpoint,
  guarded,
  methodNotAllowed,
  serve,
} from './serve.ts'

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
  example: { body: { name: 'Quill' } },
})

class Away extends Error {}

function edgeWithLog() {
  const logged: { message: string; error: unknown }[] = []
  const edge: Edge = {
    log: (message, error) => void logged.push({ message, error }),
    isUnavailable: (error) => error instanceof Away,
  }
  return { edge, logged }
}

const answerThing: Handler<typeof getThing> = ({ params, query }) => ({
  status: 200,
  body: { slug: params.slug, count: query.count },
})

function getting(handler: Handler<typeof getThing>, options?: EndpointOptions) {
  const { edge, logged } = edgeWithLog()
  const route = serve(endpoint(getThing, handler, options), edge)
  const ask = (init: RequestInit = {}, query = '') =>
    route({
      request: new Request(`https://proofstack.example/api/v1/things/acme${query}`, init),
      params: { slug: 'acme' },
    })
  return { ask, logged }
}

function posting(handler: Handler<typeof postThing>, options?: EndpointOptions) {
  const { edge } = edgeWithLog()
  const route = serve(endpoint(postThing, handler, options), edge)
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
    expect(answer.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
  })

  it('answers HEAD like GET, without the body', async () => {
    const { ask } = getting(answerThing)
    const [got, headed] = [await ask(), await ask({ method: 'HEAD' })]
    expect(headed.status).toBe(200)
    expect(await headed.text()).toBe('')
    expect(headed.headers.get('etag')).toBe(got.headers.get('etag'))
  })

  it('answers a client that has the content with 304', async () => {
    const { ask } = getting(answerThing)
    const etag = (await ask()).headers.get('etag')!
    expect((await ask({ headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  it('lets its handler choose the status, the cache policy and more headers', async () => {
    const { ask } = getting(() => ({
      status: 200,
      body: { slug: 'a', count: 1 },
      cache: 'never',
      headers: { 'x-served-from': 'snapshot' },
    }))
    const { headers } = await ask()
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-served-from')).toBe('snapshot')
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
    const { ask, logged } = getting((call) => {
      calls++
      return answerThing(call)
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
    const refuse = () => Promise.reject(new ApiError('rate_limited', 'x'))
    const { ask, logged } = getting(() => Promise.reject(new Error('handled')), { admit: refuse })
    const answer = await ask({ method: 'OPTIONS' }, '?count=0')
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS')
    expect(logged).toEqual([])
  })

  it('the 405 of anything else names the method that works', () => {
    expect(methodNotAllowed('PUT', ['POST', 'OPTIONS'])).toMatchObject({
      kind: 'method_not_allowed',
      headers: { allow: 'POST, OPTIONS' },
    })
  })
})

describe('admission', () => {
  it('comes before the body is read', async () => {
    const wait = new ApiError('rate_limited', 'Wait.', { headers: { 'retry-after': '7' } })
    const ask = posting(({ body }) => ({ status: 201, body }), {
      admit: () => Promise.reject(wait),
    })
    const answer = await ask({ method: 'POST', headers: json, body: 'not JSON' })
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('7')
    expect(await answer.json()).toEqual({ error: 'Wait.', error_code: 'RATE_LIMITED' })
  })

  it('is asked with the client address', async () => {
    const asked: string[] = []
    const { ask } = getting(answerThing, { admit: async (address) => void asked.push(address) })
    await ask({ headers: { 'x-real-ip': '203.0.113.7' } })
    expect(asked).toEqual(['203.0.113.7'])
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
    const { ask, logged } = throwing(new Away('connect ECONNREFUSED'))
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
    const { edge, logged } = edgeWithLog()
    const request = new Request('https://proofstack.example/api/v1/other')
    expect((await guarded(edge, request, () => Promise.reject(new Error('x')))).status).toBe(500)
    expect((await guarded(edge, request, () => Promise.resolve(new Response('fine')))).status).toBe(
      200,
    )
    expect(logged).toHaveLength(1)
  })

  it('pass through once they are the contract’s', () => {
    const { edge, logged } = edgeWithLog()
    const error = new ApiError('not_found', 'x')
    expect(asApiError(edge, 'GET /', error)).toBe(error)
    expect(logged).toEqual([])
  })
})
