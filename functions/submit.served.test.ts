import { describe, expect, it } from 'vitest'
import { listTools } from '#contract/operations/list-tools.ts'
import { submitProduct } from '#contract/operations/submit-product.ts'
import { api, call, errorOf, submission, validSubmission } from '#testing/api.ts'
import { editor } from '#testing/editor.ts'
import { type Request, freshAddress, request } from '#testing/service.ts'

const submit = async (body: unknown, options: Request & { query?: string } = {}) => {
  const sent = submission(body, options)
  return call(submitProduct, sent.path, sent)
}

const outcome = (answer: { status: number; body: Record<string, unknown> }) => ({
  status: answer.status,
  error_code: answer.body['error_code'],
})

describe('what is refused', () => {
  it('every problem of a body is reported at once, each with its field', async () => {
    const { body, status } = await submit({
      name: 'x'.repeat(81),
      url: 'http://127.1/',
      email: 'nobody',
      founder_twitter: 'x'.repeat(31),
      qualification_type: 'agent_native',
      agent_tools_used: Array.from({ length: 9 }, (_, index) => `tool ${index}`),
      audience_tags: ['everyone'],
    })
    expect(status).toBe(400)
    expect(body['error_code']).toBe('VALIDATION_ERROR')
    const paths = (body['details'] as { path: string }[]).map(({ path }) => path)
    expect(paths.sort()).toEqual([
      'agent_tools_used',
      'agent_use_case',
      'audience_tags.0',
      'description',
      'email',
      'founder_twitter',
      'name',
      'qualification_statement',
      'supporting_links',
      'tool_slugs',
      'url',
      'workflow_summary',
    ])
  })

  it.each([
    ['an IP address', 'http://192.168.0.1/'],
    ['a public suffix', 'https://github.io/'],
    ['a code host without a repository', 'https://github.com/owner'],
    ['a private name', 'http://printer.local/'],
    ['credentials', 'https://me:secret@example.com/'],
  ])('a homepage that is %s is refused', async (_, url) => {
    const answer = await submit(validSubmission({ url }))
    expect(outcome(answer)).toEqual(errorOf('invalid_request'))
    expect(answer.body['details']).toMatchObject([{ path: 'url' }])
  })

  it('unknown tool slugs are named; unknown ids and referral codes are ordinary bad data', async () => {
    const unknownSlug = await submit(
      validSubmission({ tool_slugs: ['postgresql', 'abacus'], referral_code: 'nope' }),
    )
    expect(outcome(unknownSlug)).toEqual(errorOf('unknown_tools'))
    expect(unknownSlug.body['details']).toMatchObject([
      { path: 'tool_slugs' },
      { path: 'referral_code' },
    ])
    expect(String(unknownSlug.body['error'])).toContain('"abacus"')
    const unknownId = await submit(
      validSubmission({ tool_ids: ['00000000-0000-4000-8000-000000000000'] }),
    )
    expect(outcome(unknownId)).toEqual(errorOf('invalid_request'))
  })

  it.each([
    ['no JSON', { body: '{"name":' }, 'invalid_request'],
    ['no body', { body: '' }, 'invalid_request'],
    ['a list', { body: '[]' }, 'invalid_request'],
    [
      'deeply nested brackets',
      { body: '['.repeat(60_000) + ']'.repeat(60_000).slice(0, 0) },
      'invalid_request',
    ],
    [
      'nesting without end',
      { body: `{"name":${'['.repeat(30_000)}${']'.repeat(30_000)}}` },
      'invalid_request',
    ],
    ['invalid UTF-8', { body: new Uint8Array([0x22, 0xff, 0x22]) }, 'invalid_request'],
    ['more than 64 KiB', { body: JSON.stringify({ name: 'x'.repeat(65_536) }) }, 'body_too_large'],
    [
      'a form',
      { body: 'name=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      'unsupported_media_type',
    ],
  ] as const)('a body that is %s is refused as JSON', async (_, options, kind) => {
    expect(outcome(await submit(null, options))).toEqual(errorOf(kind))
  })

  it('a body that is too large is refused although it does not say how long it is', async () => {
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
    expect(outcome(await submit(null, { headers, body: 'x'.repeat(200_000) }))).toEqual(
      errorOf('body_too_large'),
    )
  })

  it('other methods are told what works', async () => {
    const answer = await request(`${api()}/submit`)
    expect(answer.status).toBe(405)
    expect(answer.headers.allow).toBe('POST, OPTIONS')
    expect(answer.json()).toMatchObject({ error_code: 'VALIDATION_ERROR' })
  })
})

describe('what is accepted', () => {
  it('unknown fields are ignored, and the tier is free whatever is sent', async () => {
    const answer = await submit(
      validSubmission({
        submission_tier: 'paid_fast_track',
        status: 'approved',
        is_featured: true,
      }),
    )
    expect(answer.status).toBe(201)
    const shown = await editor(['show', String(answer.body['slug']), '--json'])
    expect(JSON.parse(shown.stdout)).toMatchObject({
      submission_tier: 'free',
      status: 'pending',
      submitted_by_agent: true,
    })
  })

  it('tools named by slug and by id are added up, in order and without repetition', async () => {
    const tools = (await call(listTools, '/tools')).body['tools'] as { slug: string }[]
    expect(tools.length).toBeGreaterThanOrEqual(120)
    const product = (await request(`${api()}/products/n8n`)).json() as {
      product: { tools: { id: string; slug: string }[] }
    }
    const { id, slug } = product.product.tools[0]!
    const answer = await submit(
      validSubmission({
        tool_slugs: ['redis', slug],
        tool_ids: [id.toUpperCase()],
        custom_tools: ['Abacus', 'Abacus'],
      }),
    )
    expect(answer.status).toBe(201)
    const shown = await editor(['show', String(answer.body['slug']), '--json'])
    expect(JSON.parse(shown.stdout)).toMatchObject({
      tools: ['redis', slug],
      custom_tools: ['Abacus'],
    })
  })

  it('a repository on a code host is one product, apart from all others there', async () => {
    const owner = `owner-${process.pid}`
    expect(
      (await submit(validSubmission({ url: `https://github.com/${owner}/One.git` }))).status,
    ).toBe(201)
    expect((await submit(validSubmission({ url: `https://github.com/${owner}/two` }))).status).toBe(
      201,
    )
    expect(
      outcome(await submit(validSubmission({ url: `https://www.github.com/${owner}/one/issues` }))),
    ).toEqual(errorOf('duplicate_domain'))
  })

  it('a subdomain is not a duplicate of its parent, and a pending duplicate is not named', async () => {
    const body = validSubmission()
    const { slug } = (await submit(body)).body
    expect(
      (await submit(validSubmission({ url: `https://app.${new URL(body.url).host}/` }))).status,
    ).toBe(201)
    const duplicate = await submit(validSubmission({ url: body.url }))
    expect(outcome(duplicate)).toEqual(errorOf('duplicate_domain'))
    expect(duplicate.text).not.toContain(String(slug))
  })

  it('a dry run says what would happen and creates nothing', async () => {
    const body = validSubmission()
    const from = freshAddress()
    const dry = await submit(body, { query: '?dry_run=true', from })
    expect(dry).toMatchObject({
      status: 200,
      body: { valid: true, domain: new URL(body.url).host },
    })
    const real = await submit(body, { from })
    expect(real).toMatchObject({ status: 201, body: { slug: dry.body['slug'] } })
    expect(outcome(await submit(validSubmission(), { query: '?dry_run=true', from }))).toEqual(
      errorOf('rate_limited'),
    )
    expect(outcome(await submit(body, { query: '?dry_run=perhaps' }))).toEqual(
      errorOf('invalid_request'),
    )
  })

  it('the same Idempotency-Key and body get the first answer again; another body is refused', async () => {
    const body = validSubmission()
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': `key-${process.pid}-1`,
    }
    const from = freshAddress()
    const first = await submit(body, { headers, from })
    const again = await submit({ ...body, unknown_field: 1 }, { headers, from })
    expect(again).toMatchObject({
      status: 201,
      body: first.body,
      headers: { 'idempotency-replayed': 'true' },
    })
    expect(outcome(await submit({ ...body, name: 'Other' }, { headers, from }))).toEqual(
      errorOf('idempotency_conflict'),
    )
  })

  it('thirty requests with one Idempotency-Key at once create one listing', async () => {
    const body = validSubmission()
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': `key-${process.pid}-2`,
    }
    const answers = await Promise.all(Array.from({ length: 30 }, () => submit(body, { headers })))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]!.status).toBe(201)
  })
})

describe('rate limits', () => {
  it('one submission an hour from one address; the wait is told to the second', async () => {
    const from = freshAddress()
    expect((await submit(validSubmission(), { from })).status).toBe(201)
    const limited = await submit(validSubmission(), { from })
    expect(outcome(limited)).toEqual(errorOf('rate_limited'))
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(3590)
    expect(Number(limited.headers['retry-after'])).toBeLessThanOrEqual(3600)
  })

  it('three submissions a day with one e-mail, however it is spelled', async () => {
    const { email } = validSubmission()
    for (const spelling of [email, email.toUpperCase(), ` ${email} `])
      expect((await submit(validSubmission({ email: spelling }))).status).toBe(201)
    const from = freshAddress()
    const limited = await submit(validSubmission({ email }), { from })
    expect(outcome(limited)).toEqual(errorOf('rate_limited'))
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(86_300)
    // Both buckets or neither: the refusal left the address its slot.
    expect((await submit(validSubmission(), { from })).status).toBe(201)
  })

  it('a refused request uses up no slot', async () => {
    const from = freshAddress()
    await submit({ name: 'only a name' }, { from })
    await submit(validSubmission({ tool_slugs: ['abacus'] }), { from })
    await submit(validSubmission({ url: 'https://n8n.io' }), { from })
    expect((await submit(validSubmission(), { from })).status).toBe(201)
  })

  it('an X-Forwarded-For of the caller is not believed', async () => {
    const from = freshAddress()
    expect((await submit(validSubmission(), { from })).status).toBe(201)
    for (const name of ['x-forwarded-for', 'x-real-ip', 'x-vercel-forwarded-for', 'forwarded']) {
      const headers = { 'content-type': 'application/json', [name]: freshAddress() }
      expect(outcome(await submit(validSubmission(), { from, headers }))).toEqual(
        errorOf('rate_limited'),
      )
    }
  })

  it('after 120 attempts in a minute an address is refused whatever it sends', async () => {
    const from = freshAddress()
    const answers = await Promise.all(Array.from({ length: 125 }, () => submit({}, { from })))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(5)
    expect(Number(refused[0]!.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(outcome(await submit(validSubmission(), { from }))).toEqual(errorOf('rate_limited'))
  })
})

describe('many at once', () => {
  it('of a hundred submissions of one domain exactly one wins, and the others are told', async () => {
    const { url } = validSubmission()
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => submit(validSubmission({ url }))),
    )
    expect(countBy(answers)).toEqual({ 201: 1, 409: 99 })
  })

  it('a hundred submissions of one name get a hundred slugs', async () => {
    const name = `Same name ${process.pid}`
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => submit(validSubmission({ name }))),
    )
    expect(countBy(answers)).toEqual({ 201: 100 })
    expect(new Set(answers.map(({ body }) => body['slug'])).size).toBe(100)
  })

  it('of two hundred submissions from one address exactly one is accepted', async () => {
    const from = freshAddress()
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => submit(validSubmission(), { from })),
    )
    expect(countBy(answers)).toEqual({ 201: 1, 429: 199 })
  })
})

function countBy(answers: { status: number }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
