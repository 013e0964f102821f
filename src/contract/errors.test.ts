import { describe, expect, it } from 'vitest'
import { ApiError, ApiErrorBody, ErrorCode, errors } from './errors.ts'

/** Spec, Errors, and the additive statuses of the decisions. */
const promised = [
  { kind: 'invalid_request', status: 400, error_code: 'VALIDATION_ERROR' },
  { kind: 'not_found', status: 404, error_code: 'VALIDATION_ERROR' },
  { kind: 'unknown_tools', status: 400, error_code: 'INVALID_TOOL_SLUGS' },
  { kind: 'duplicate_domain', status: 409, error_code: 'DUPLICATE_DOMAIN' },
  { kind: 'rate_limited', status: 429, error_code: 'RATE_LIMITED' },
  { kind: 'internal', status: 500, error_code: 'INTERNAL_ERROR' },
  { kind: 'restricted', status: 503, error_code: 'PUBLIC_API_TEMPORARILY_RESTRICTED' },
  { kind: 'unavailable', status: 503, error_code: 'INTERNAL_ERROR' },
  { kind: 'method_not_allowed', status: 405, error_code: 'VALIDATION_ERROR' },
  { kind: 'body_too_large', status: 413, error_code: 'VALIDATION_ERROR' },
  { kind: 'unsupported_media_type', status: 415, error_code: 'VALIDATION_ERROR' },
  { kind: 'idempotency_conflict', status: 422, error_code: 'VALIDATION_ERROR' },
]

describe('the table of errors', () => {
  it.each(promised)('answers $kind with $status $error_code', ({ kind, status, error_code }) => {
    expect(errors).toHaveProperty(kind, expect.objectContaining({ status, error_code }))
  })

  it('has these six codes', () => {
    expect(ErrorCode.options).toEqual([
      'VALIDATION_ERROR',
      'INVALID_TOOL_SLUGS',
      'DUPLICATE_DOMAIN',
      'RATE_LIMITED',
      'INTERNAL_ERROR',
      'PUBLIC_API_TEMPORARILY_RESTRICTED',
    ])
  })

  it('says of every error in a sentence what it means', () => {
    for (const { meaning } of Object.values(errors)) expect(meaning).toMatch(/^[A-Z].+\.$/)
  })
})

describe('the error body', () => {
  it('holds a message and a code, and details only where there are some', () => {
    const body = { error: 'name is required.', error_code: 'VALIDATION_ERROR' }
    expect(ApiErrorBody.parse(body)).toEqual(body)
    const detailed = { ...body, details: [{ path: 'name', message: 'is required' }] }
    expect(ApiErrorBody.parse(detailed)).toEqual(detailed)
  })

  it.each([
    { error: 'x' },
    { error_code: 'VALIDATION_ERROR' },
    { error: 'x', error_code: 'NOT_FOUND' },
  ])('is never %j', (body) => {
    expect(ApiErrorBody.safeParse(body).success).toBe(false)
  })
})

describe('ApiError', () => {
  it('carries its kind, message, details and how long to wait', () => {
    const details = [{ path: 'name', message: 'is required' }]
    const error = new ApiError('rate_limited', 'Wait.', {
      details,
      retryAfterSeconds: 5,
    })
    expect(error).toMatchObject({
      name: 'ApiError',
      kind: 'rate_limited',
      message: 'Wait.',
      details,
      retryAfterSeconds: 5,
    })
  })

  it('has no details and no wait unless they are given', () => {
    expect(new ApiError('internal', 'x')).toMatchObject({
      details: undefined,
      retryAfterSeconds: undefined,
    })
  })
})
