import { describe, expect, it } from 'vitest'
import { api, errorOf, submit, validSubmission } from '#testing/api.ts'
import { freshAddress, request } from '#testing/service.ts'

const outcome = (answer: { status: number; body: Record<string, unknown> }) => ({
  status: answer.status,
  error_code: answer.body['error_code'],
})

describe('a refused submission', () => {
  it.each([
    ['no JSON', { body: '{"name":' }, 'invalid_request'],
    ['no body', { body: '' }, 'invalid_request'],
    ['a list', { body: '[]' }, 'invalid_request'],
    ['open brackets', { body: '['.repeat(60_000) }, 'invalid_request'],
    [
      'deeply nested',
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

  it('a body that is too large is refused without a Content-Length, too', async () => {
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
    expect(outcome(await submit(null, { headers, body: 'x'.repeat(200_000) }))).toEqual(
      errorOf('body_too_large'),
    )
  })

  it('other methods get a 405 with an Allow header', async () => {
    const answer = await request(`${api()}/submit`)
    expect(answer.status).toBe(405)
    expect(answer.headers.allow).toBe('POST, OPTIONS')
    expect(answer.json()).toMatchObject({ error_code: 'VALIDATION_ERROR' })
  })
})

describe('an Idempotency-Key', () => {
  it('with the same body gets the first answer again; another body is refused', async () => {
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

  it('of thirty requests at once creates one listing', async () => {
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
  it('address headers of the caller are ignored', async () => {
    const from = freshAddress()
    expect((await submit(validSubmission(), { from })).status).toBe(201)
    for (const name of ['x-forwarded-for', 'x-real-ip', 'x-vercel-forwarded-for', 'forwarded']) {
      const headers = { 'content-type': 'application/json', [name]: freshAddress() }
      expect(outcome(await submit(validSubmission(), { from, headers }))).toEqual(
        errorOf('rate_limited'),
      )
    }
  })

  it('of two hundred submissions from one address exactly one is accepted', async () => {
    const from = freshAddress()
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => submit(validSubmission(), { from })),
    )
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect([count(201), count(429)]).toEqual([1, 199])
  })
})
