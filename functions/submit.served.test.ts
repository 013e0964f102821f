import { describe, expect, it } from 'vitest'
import { submitProduct } from '#contract/operations/submit-product.ts'
import { api, call, errorOf, submission, validSubmission } from '#testing/api.ts'
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
