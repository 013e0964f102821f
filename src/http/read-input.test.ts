import { describe, expect, it } from 'vitest'
import { ApiError } from '#contract/errors.ts'
import { getProduct } from '#contract/operations/get-product.ts'
import { listProducts } from '#contract/operations/list-products.ts'
import { lookupByUrl } from '#contract/operations/lookup-by-url.ts'
import { submitProduct } from '#contract/operations/submit-product.ts'
import type { Input, Operation } from '#contract/operation.ts'
import { parseInput } from '#service/parse-input.ts'
import type { Problem } from '#service/problems.ts'
import { readParts, readText } from './read-input.ts'

const base = 'https://proofstack.example/api/v1'
const limit = 64 * 1024

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  const outcome = await promise.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (outcome instanceof ApiError) return outcome
  throw new Error(`expected an ApiError, got ${String(outcome)}`)
}

const kindOf = async (promise: Promise<unknown>) => (await failure(promise)).kind

async function readInput<O extends Operation>(
  operation: O,
  request: Request,
  params: Record<string, string | undefined>,
  extraCheck?: () => Problem[],
): Promise<Input<O>> {
  return parseInput(operation, await readParts(operation, request, params), extraCheck)
}

function list(query: string) {
  return readInput(listProducts, new Request(`${base}/products?${query}`), {})
}

function post(
  body: BodyInit | null,
  headers: Record<string, string> = { 'content-type': 'application/json' },
  query = '',
) {
  return new Request(`${base}/submit${query}`, {
    method: 'POST',
    body,
    headers,
    duplex: 'half',
  } as RequestInit)
}

function submit(...sent: Parameters<typeof post>) {
  return readInput(submitProduct, post(...sent), {})
}

function streamed(...chunks: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
}

const body = {
  name: 'Acme',
  url: 'https://acme.example',
  description: 'It acts.',
  email: 'jane@acme.example',
  tool_slugs: ['nextjs'],
}

describe('a query', () => {
  it.each([
    { query: '', part: { task: 'all', offset: 0, limit: 24, sort: 'newest' } },
    { query: 'limit=48&offset=96', part: { limit: 48, offset: 96 } },
    { query: 'limit=01', part: { limit: 1 } },
    {
      query: 'sort=popular&audience=all&is_agent=true',
      part: { sort: 'popular', audience: 'all', is_agent: 'true' },
    },
    { query: 'category=123&tool=456', part: { category: '123', tool: '456' } },
    { query: 'task=make-coffee', part: { task: 'make-coffee' } },
    {
      query: 'limit=&offset=&sort=&audience=&is_agent=&task=',
      part: { task: 'all', offset: 0, limit: 24, sort: 'newest' },
    },
    { query: 'limit=5&limit=nonsense', part: { limit: 5 } },
    { query: 'other=1&LIMIT=999', part: { limit: 24 } },
    { query: 'tool=a%20b%26c', part: { tool: 'a b&c' } },
  ])('$query is read as $part', async ({ query, part }) => {
    expect((await list(query)).query).toMatchObject(part)
  })

  it.each(['category', 'audience', 'tool', 'is_agent'])(
    'has no %s when it is empty',
    async (name) => {
      expect((await list(`${name}=`)).query).toHaveProperty(name, undefined)
    },
  )

  it.each([
    ['limit=-5', 'limit must be a whole number from 1 to 48, but was -5.'],
    ['limit=2.5', 'limit must be a whole number from 1 to 48, but was "2.5".'],
    ['limit=1e1', 'limit must be a whole number from 1 to 48, but was "1e1".'],
    ['limit=0x10', 'limit must be a whole number from 1 to 48, but was "0x10".'],
    ['limit=%20', 'limit must be a whole number from 1 to 48, but was " ".'],
    ['limit=ten', 'limit must be a whole number from 1 to 48, but was "ten".'],
    ['limit=Infinity', 'limit must be a whole number from 1 to 48, but was "Infinity".'],
    ['limit=٣', 'limit must be a whole number from 1 to 48, but was "٣".'],
    ['limit=nonsense&limit=5', 'limit must be a whole number from 1 to 48, but was "nonsense".'],
    [
      `offset=${'9'.repeat(30)}`,
      `offset must be a whole number of at least 0, but was "${'9'.repeat(30)}".`,
    ],
    ['sort=Newest', 'sort must be one of newest, popular, but was "Newest".'],
    ['is_agent=1', 'is_agent must be true, but was "1".'],
    ['limit=0&sort=x', /^There are 2 problems: .*limit .* 48, but was 0; sort .* was "x"\.$/],
  ])('%s is refused in a sentence', async (query, error) => {
    const { kind, message, details } = await failure(list(query))
    expect(kind).toBe('invalid_request')
    expect(message).toMatch(error)
    expect(details?.length).toBeGreaterThan(0)
  })

  it('without a required value is refused, and an empty value is left to its own check', async () => {
    const look = (query: string) =>
      readInput(lookupByUrl, new Request(`${base}/lookup${query}`), {})
    expect((await failure(look(''))).message).toBe('url is required.')
    expect((await look('?url=')).query.url).toBe('')
  })

  it('takes any e-mail, malformed ones too, so that they get the answer of one that does not match', async () => {
    const request = new Request(`${base}/products/acme?email=not-an-address`)
    const { params, query } = await readInput(getProduct, request, { slug: 'acme' })
    expect({ params, query }).toEqual({
      params: { slug: 'acme' },
      query: { email: 'not-an-address' },
    })
  })
})

describe('a body', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    ' application/json ;charset=UTF-8',
  ])('is read when it is sent as %s', async (type) => {
    expect((await submit(JSON.stringify(body), { 'content-type': type })).body).toEqual(body)
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'text/json',
  ])('sent as %s is 415, and the sentence names the right and the wrong type', async (type) => {
    const { kind, message } = await failure(submit(JSON.stringify(body), { 'content-type': type }))
    expect(kind).toBe('unsupported_media_type')
    expect(message).toContain('application/json')
    expect(message).toContain(JSON.stringify(type.split(';')[0]))
  })

  it.each(['gzip', 'br', 'GZIP', 'identity, gzip', 'x'])(
    'sent with Content-Encoding %s is 415, and the sentence names the way out',
    async (coding) => {
      const headers = { 'content-type': 'application/json', 'content-encoding': coding }
      const { kind, message } = await failure(submit(JSON.stringify(body), headers))
      expect(kind).toBe('unsupported_encoding')
      expect(message).toContain('without Content-Encoding')
    },
  )

  it('sent with Content-Encoding identity is read', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'identity' }
    expect((await submit(JSON.stringify(body), headers)).body).toEqual(body)
  })

  it.each(['latin1', 'utf-16', '"ISO-8859-1"'])('sent in charset %s is 415', async (charset) => {
    const headers = { 'content-type': `application/json; charset=${charset}` }
    const { kind, message } = await failure(submit(JSON.stringify(body), headers))
    expect(kind).toBe('unsupported_media_type')
    expect(message).toContain('Send the body in UTF-8')
  })

  it('sent without a type is 415', async () => {
    const sent = submit(new TextEncoder().encode(JSON.stringify(body)), {})
    expect(await kindOf(sent)).toBe('unsupported_media_type')
  })

  it.each<[title: string, sent: BodyInit | null, message: string]>([
    ['broken JSON', '{"name": ', 'The body is not valid JSON.'],
    ['JSON with a comma too many', '{"name": "x",}', 'The body is not valid JSON.'],
    ['a form', 'name=x', 'The body is not valid JSON.'],
    ['nothing', null, 'The body is empty; send a JSON object.'],
    ['white space', ' \n', 'The body is empty; send a JSON object.'],
    ['invalid UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'The body is not valid UTF-8.'],
    [
      'UTF-8 that ends too early',
      new Uint8Array([0x22, 0xe2, 0x82]),
      'The body is not valid UTF-8.',
    ],
    [
      'an encoded surrogate',
      new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]),
      'The body is not valid UTF-8.',
    ],
    ['a list', '[]', 'the body must be a JSON object, but was a list.'],
    ['text', '"x"', 'the body must be a JSON object, but was "x".'],
    ['null', 'null', 'the body is required.'],
  ])('that is %s is refused in a sentence', async (_, sent, message) => {
    expect(await failure(submit(sent))).toMatchObject({ kind: 'invalid_request', message })
  })

  it('may begin with a byte order mark', async () => {
    expect((await submit(`\ufeff${JSON.stringify(body)}`)).body).toEqual(body)
  })

  it('may come in pieces that cut a character', async () => {
    const bytes = new TextEncoder().encode(JSON.stringify({ ...body, name: '€uro' }))
    const cut = bytes.indexOf(0xe2) + 1
    expect((await submit(streamed(bytes.slice(0, cut), bytes.slice(cut)))).body.name).toBe('€uro')
  })

  it('of several members with one name keeps the last', async () => {
    const twice = `${JSON.stringify(body).slice(0, -1)},"name":"Other"}`
    expect((await submit(twice)).body.name).toBe('Other')
  })

  it('has all its problems reported at once, with those of the query and the headers', async () => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'k'.repeat(256) }
    const { message, details } = await failure(
      submit(JSON.stringify({ ...body, name: '', url: 'x' }), headers, '?dry_run=yes'),
    )
    expect(details?.map(({ path }) => path).sort()).toEqual([
      'dry_run',
      'idempotency-key',
      'name',
      'url',
    ])
    expect(message).toMatch(/^There are 4 problems: /)
  })

  it('comes with its headers and query', async () => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'k1' }
    const { query, headers: read } = await submit(JSON.stringify(body), headers, '?dry_run=true')
    expect({ query, read }).toEqual({
      query: { dry_run: 'true' },
      read: { 'idempotency-key': 'k1' },
    })
  })
})

describe('an extra check', () => {
  const check = () => [{ path: 'url', message: 'is an IP address' }]
  const checked = (more: object, by: () => Problem[] = check) =>
    readInput(submitProduct, post(JSON.stringify({ ...body, ...more })), {}, by)

  it('adds its problems to those of the schema', async () => {
    const { details } = await failure(checked({ name: '' }))
    expect(details).toEqual([
      { path: 'name', message: 'is required' },
      { path: 'url', message: 'is an IP address' },
    ])
  })

  it('is silent about a field that already has a problem', async () => {
    const { details } = await failure(checked({ url: 'nowhere' }))
    expect(details).toEqual([{ path: 'url', message: 'is not an absolute http or https URL' }])
  })

  it('refuses alone', async () => {
    expect((await failure(checked({}))).message).toBe('url is an IP address.')
  })

  it('that finds nothing lets the body pass', async () => {
    expect((await checked({}, () => [])).body).toEqual(body)
  })
})

describe('the cap of 64 KiB', () => {
  const full = new Uint8Array(limit).fill(0x61)
  const over = new Uint8Array(limit + 1).fill(0x61)

  it('admits exactly 64 KiB, with and without Content-Length', async () => {
    expect(await readText(post(full, { 'content-length': String(limit) }))).toHaveLength(limit)
    expect(await readText(post(streamed(full)))).toHaveLength(limit)
  })

  it.each([
    { title: 'without Content-Length', request: () => post(streamed(over)) },
    { title: 'in pieces', request: () => post(streamed(full, full.slice(0, 1))) },
    {
      title: 'with an honest Content-Length',
      request: () => post(over, { 'content-length': String(limit + 1) }),
    },
    {
      title: 'with a Content-Length that is too small',
      request: () => post(streamed(over), { 'content-length': '5' }),
    },
    {
      title: 'with a Content-Length that is no number',
      request: () => post(streamed(over), { 'content-length': 'many' }),
    },
  ])('refuses one byte more $title', async ({ request }) => {
    expect(await kindOf(readText(request()))).toBe('body_too_large')
  })

  it('and a compressed one name the way out of the operation', async () => {
    const hint = 'Read it with the command line.'
    for (const request of [post(over), post('{}', { 'content-encoding': 'gzip' })])
      expect((await failure(readText(request, limit, hint))).message).toMatch(/\. Read it with/)
  })

  it('refuses by Content-Length without reading', async () => {
    const request = post(streamed(full), { 'content-length': String(limit + 1) })
    expect(await kindOf(readText(request))).toBe('body_too_large')
    expect(request.bodyUsed).toBe(false)
  })

  it('stops reading a body that goes on for ever', async () => {
    let pulled = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled++
        controller.enqueue(new Uint8Array(1024))
      },
    })
    expect(await kindOf(readText(post(endless)))).toBe('body_too_large')
    expect(pulled).toBeLessThan(100)
  })

  it('counts bytes and not characters', async () => {
    expect(await kindOf(readText(post('€'.repeat(limit / 3 + 1))))).toBe('body_too_large')
  })
})
