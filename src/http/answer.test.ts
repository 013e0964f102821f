import { describe, expect, it } from 'vitest'
import { ApiError } from '#contract/errors.ts'
import type { CachePolicy } from '#contract/operation.ts'
import { errorAnswer, jsonAnswer, preflightAnswer } from './answer.ts'

function ask(headers: Record<string, string> = {}, method = 'GET') {
  return new Request('https://proofstack.example/api/v1/x', { method, headers })
}

const body = { a: 1, b: 'ü' }
const etag = jsonAnswer(ask(), 200, body, 'dynamic').headers.get('etag')!

describe('a 415', () => {
  it('says which codings are taken where a coding was refused, and nowhere else', () => {
    const answer = (kind: 'unsupported_encoding' | 'unsupported_media_type') =>
      errorAnswer(new Request('https://x.example'), new ApiError(kind, 'No.'))
    const coding = answer('unsupported_encoding')
    expect([coding.status, coding.headers.get('accept-encoding')]).toEqual([415, 'identity'])
    const type = answer('unsupported_media_type')
    expect([type.status, type.headers.get('accept-encoding')]).toEqual([415, null])
  })
})

describe('a cacheable answer', () => {
  it('is JSON with a strong tag of its content', async () => {
    const answer = jsonAnswer(ask(), 200, body, 'dynamic')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await answer.json()).toEqual(body)
    expect(etag).toMatch(/^"[\w-]{27}"$/)
  })

  it('has the same tag for the same content and another for other content', () => {
    expect(jsonAnswer(ask(), 200, { ...body }, 'edge').headers.get('etag')).toBe(etag)
    expect(jsonAnswer(ask(), 200, { ...body, a: 2 }, 'dynamic').headers.get('etag')).not.toBe(etag)
  })

  it.each<{ cache: CachePolicy; control: string }>([
    { cache: 'revalidated', control: 'public, max-age=300, must-revalidate' },
    { cache: 'edge', control: 'public, max-age=0, s-maxage=300' },
    { cache: 'dynamic', control: 'public, max-age=0, s-maxage=2, must-revalidate' },
  ])('of the class $cache says $control and hides no referrer', ({ cache, control }) => {
    const { headers } = jsonAnswer(ask(), 200, body, cache)
    expect(headers.get('cache-control')).toBe(control)
    expect(headers.has('referrer-policy')).toBe(false)
  })

  it.each([
    { title: 'its tag', header: etag },
    { title: 'its tag as a weak one', header: `W/${etag}` },
    { title: 'a list with its tag last', header: `"x", W/"y", ${etag}` },
    { title: 'a list with its tag first', header: `${etag},"x"` },
    { title: 'any tag', header: '*' },
  ])('is 304 without body for a client that names $title', async ({ header }) => {
    const answer = jsonAnswer(ask({ 'if-none-match': header }), 200, body, 'dynamic', {
      link: '<x>; rel="y"',
    })
    expect(answer.status).toBe(304)
    expect(await answer.text()).toBe('')
    expect(answer.headers.get('etag')).toBe(etag)
    expect(answer.headers.get('cache-control')).toBe(
      'public, max-age=0, s-maxage=2, must-revalidate',
    )
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.has('content-type')).toBe(false)
  })

  it.each(['"x"', etag.slice(1, -1), `${etag.slice(0, -1)}x"`, '', 'W/*'])(
    'is whole for a client that names %j',
    async (header) => {
      const answer = jsonAnswer(ask({ 'if-none-match': header }), 200, body, 'dynamic')
      expect(answer.status).toBe(200)
      expect(await answer.json()).toEqual(body)
    },
  )

  it('has the same headers and no body for HEAD', async () => {
    const [got, headed] = [
      jsonAnswer(ask(), 200, body, 'edge'),
      jsonAnswer(ask({}, 'HEAD'), 200, body, 'edge'),
    ]
    expect(await headed.text()).toBe('')
    expect(headed.status).toBe(200)
    // How long the body of GET is, its server writes.
    const length = ['content-length', String((await got.bytes()).length)]
    expect([...headed.headers]).toEqual([...got.headers, length].toSorted())
  })

  it('is 304 for HEAD too', () => {
    expect(jsonAnswer(ask({ 'if-none-match': etag }, 'HEAD'), 200, body, 'edge').status).toBe(304)
  })

  it('is open to any origin, which may read its headers', () => {
    const { headers } = jsonAnswer(ask({ origin: 'https://other.example' }), 200, body, 'edge')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    for (const name of ['etag', 'retry-after', 'link', 'x-served-from'])
      expect(headers.get('access-control-expose-headers')?.split(', ')).toContain(name)
  })
})

describe('a private answer', () => {
  it('is not stored, leaks no referrer and has no tag', () => {
    const { headers } = jsonAnswer(ask(), 200, body, 'never')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.has('etag')).toBe(false)
  })

  it.each([etag, '*'])('is whole even for a client that names %s', (header) => {
    expect(jsonAnswer(ask({ 'if-none-match': header }), 200, body, 'never').status).toBe(200)
  })
})

describe('an error answer', () => {
  const details = [{ path: 'limit', message: 'is bad' }]

  it('is the contract’s body with its status', async () => {
    const answer = errorAnswer(ask(), new ApiError('duplicate_domain', 'It is there.'))
    expect(answer.status).toBe(409)
    expect(await answer.json()).toEqual({ error: 'It is there.', error_code: 'DUPLICATE_DOMAIN' })
  })

  it('lists details where there are some', async () => {
    const error = new ApiError('invalid_request', 'limit is bad.', { details })
    const said = { error: 'limit is bad.', error_code: 'VALIDATION_ERROR', details }
    expect(await errorAnswer(ask(), error).json()).toEqual(said)
  })

  it.each(['not_found', 'rate_limited', 'internal'] as const)(
    'of the kind %s is never stored and open to any origin',
    (kind) => {
      const { headers } = errorAnswer(ask({ 'if-none-match': '*' }), new ApiError(kind, 'x'))
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.has('etag')).toBe(false)
    },
  )

  it('says how long to wait, and what else its handler knows', () => {
    const error = new ApiError('rate_limited', 'Wait.', { retryAfterSeconds: 60 })
    expect(errorAnswer(ask(), error).headers.get('retry-after')).toBe('60')
    const headers = { allow: 'GET' }
    expect(errorAnswer(ask(), error, headers).headers.get('allow')).toBe('GET')
  })

  it('has no body for HEAD', async () => {
    const answer = errorAnswer(ask({}, 'HEAD'), new ApiError('not_found', 'x'))
    expect(answer.status).toBe(404)
    expect(await answer.text()).toBe('')
  })
})

describe('a preflight answer', () => {
  it('names the methods and the headers that a browser may send', async () => {
    const answer = preflightAnswer(['POST', 'OPTIONS'])
    expect(answer.status).toBe(204)
    expect(await answer.text()).toBe('')
    expect(answer.headers.get('allow')).toBe('POST, OPTIONS')
    expect(answer.headers.get('access-control-allow-methods')).toBe('POST, OPTIONS')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    for (const name of ['content-type', 'idempotency-key', 'if-none-match'])
      expect(answer.headers.get('access-control-allow-headers')?.split(', ')).toContain(name)
  })
})
