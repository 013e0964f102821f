import { z } from 'zod'
import type { LimitState } from './limits.ts'

/** Every way in which a request can fail. By the spec, some of them share an `error_code`. */
export const errors = {
  invalid_request: {
    status: 400,
    error_code: 'VALIDATION_ERROR',
    meaning: 'Missing, malformed or unsupported data. The message names the field.',
  },
  unknown_tools: {
    status: 400,
    error_code: 'INVALID_TOOL_SLUGS',
    meaning:
      'The submission names tool slugs that the directory does not have. GET /tools lists the valid ones.',
  },
  unauthorized: {
    status: 401,
    error_code: 'VALIDATION_ERROR',
    meaning:
      'The request needs the token of the listing’s manage link, which its owner has by e-mail. The answer does not say whether the listing exists.',
  },
  not_found: {
    status: 404,
    error_code: 'VALIDATION_ERROR',
    meaning: 'No such product or address, or a pending product that the given e-mail may not see.',
  },
  method_not_allowed: {
    status: 405,
    error_code: 'VALIDATION_ERROR',
    meaning: 'Not a method of this address. The Allow header lists those that work.',
  },
  duplicate_domain: {
    status: 409,
    error_code: 'DUPLICATE_DOMAIN',
    meaning: 'The domain has a product. Final, unless the canonical domain changed.',
  },
  body_too_large: {
    status: 413,
    error_code: 'VALIDATION_ERROR',
    meaning: 'The request body is larger than 64 KiB, or 256 KiB for POST /detect.',
  },
  unsupported_media_type: {
    status: 415,
    error_code: 'VALIDATION_ERROR',
    meaning: 'The request body is not sent as application/json in UTF-8.',
  },
  unsupported_encoding: {
    status: 415,
    error_code: 'VALIDATION_ERROR',
    meaning: 'The request body is compressed. Send it as it is, without Content-Encoding.',
  },
  idempotency_conflict: {
    status: 422,
    error_code: 'VALIDATION_ERROR',
    meaning: 'The Idempotency-Key was used with another body within the last 24 hours.',
  },
  rate_limited: {
    status: 429,
    error_code: 'RATE_LIMITED',
    meaning: 'A rate limit is used up. The Retry-After header says how many seconds to wait.',
  },
  internal: {
    status: 500,
    error_code: 'INTERNAL_ERROR',
    meaning: 'Unexpected server error; retry later.',
  },
  restricted: {
    status: 503,
    error_code: 'PUBLIC_API_TEMPORARILY_RESTRICTED',
    meaning:
      'Anonymous access is restricted until a time, while abuse controls are active. The Retry-After header says how long to wait.',
  },
  unavailable: {
    status: 503,
    error_code: 'INTERNAL_ERROR',
    meaning:
      'The database cannot be reached at the moment, or the site is being built for the first time. The Retry-After header says when to try again.',
  },
} as const satisfies Record<string, { status: number; error_code: string; meaning: string }>

export type ErrorKind = keyof typeof errors

/** The error codes, on which clients should branch: messages may be reworded. */
export const ErrorCode = z.enum([
  ...new Set(Object.values(errors).map(({ error_code }) => error_code)),
])

/** One problem of a request: the field, and what to change. */
export const ErrorDetail = z.object({
  path: z.string().describe('The field, in dots and indexes: `supporting_links.0`.'),
  message: z.string().describe('What is wrong with it and what is accepted.'),
})
export type ErrorDetail = z.infer<typeof ErrorDetail>

export const ApiErrorBody = z
  .object({
    error: z.string().describe('One readable sentence. It may be reworded at any time.'),
    error_code: ErrorCode.describe('The stable code to branch on.'),
    details: z
      .array(ErrorDetail)
      .optional()
      .describe('Every problem of the request, when one sentence does not say it all.'),
  })
  .describe('The body of every failed request.')
export type ApiErrorBody = z.infer<typeof ApiErrorBody>

/** The only error that operations throw. HTTP and MCP turn it into an error response. */
export class ApiError extends Error {
  readonly kind: ErrorKind
  readonly details: ErrorDetail[] | undefined
  /** Seconds to wait before the same request may succeed. */
  readonly retryAfterSeconds: number | undefined
  /** The state of the rate limit that counted the request, for response headers. */
  limit: LimitState | undefined

  constructor(
    kind: ErrorKind,
    message: string,
    more: { details?: ErrorDetail[]; retryAfterSeconds?: number; limit?: LimitState } = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.kind = kind
    this.details = more.details
    this.retryAfterSeconds = more.retryAfterSeconds
    this.limit = more.limit
  }
}
