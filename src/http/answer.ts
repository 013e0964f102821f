import { ApiError, type ApiErrorBody, errors } from '#contract/errors.ts'
import { type CachePolicy, cachePolicies } from '#contract/operation.ts'
import { type Reply, tagOf } from '#service/answer.ts'
import { limitHeaders } from './limit-headers.ts'

/** Decision, CORS: "REST reads and POST /submit answer any origin, errors too". */
const openToAll = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'etag, retry-after, link, x-served-from, x-request-id, allow, ratelimit, ratelimit-policy',
}

/** The answer of an operation. What it says of itself becomes headers here and nowhere else. */
export function replyAnswer(request: Request, reply: Reply): Response {
  const { status, cache, content, servedFrom, isReplay, limit } = reply
  const headers = {
    // Decision, Degraded.
    ...(servedFrom ? { 'x-served-from': servedFrom } : {}),
    ...(isReplay ? { 'idempotency-replayed': 'true' } : {}),
    ...limitHeaders(limit, cache === 'edge'),
  }
  if ('json' in content) return textAnswer(request, status, content, cache, headers)
  return jsonAnswer(request, status, content.value, cache, headers)
}

/**
 * A JSON answer with its cache policy. One that may be cached carries a strong ETag of its content,
 * and 304 where the client has it.
 */
export function jsonAnswer(
  request: Request,
  status: number,
  body: unknown,
  cache: CachePolicy,
  headers: Record<string, string> = {},
): Response {
  const json = JSON.stringify(body)
  return textAnswer(
    request,
    status,
    { json, tag: cache === 'never' ? '' : tagOf(json) },
    cache,
    headers,
  )
}

// Bytes with a tag of their own are not hashed again.
function textAnswer(
  request: Request,
  status: number,
  { json, tag }: { json: string | Uint8Array<ArrayBuffer>; tag: string },
  cache: CachePolicy,
  headers: Record<string, string>,
): Response {
  const all: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': cachePolicies[cache],
    ...openToAll,
    // An address with somebody's e-mail in it must not travel on as a referrer.
    ...(cache === 'never' ? { 'referrer-policy': 'no-referrer' } : {}),
    ...headers,
  }
  if (cache !== 'never') return taggedAnswer(request, { status, tag, body: json }, all)
  return bodyAnswer(request, status, json, all)
}

/** An answer with the strong ETag of its body: 304 where the client has it, HEAD like GET. */
export function taggedAnswer(
  request: Request,
  answer: { status: number; tag: string; body: string | Uint8Array<ArrayBuffer> },
  headers: Record<string, string>,
): Response {
  const { status, tag, body } = answer
  const all: Record<string, string> = { ...headers, etag: `"${tag}"` }
  if (matches(request.headers.get('if-none-match'), all['etag']!))
    return new Response(null, { status: 304, headers: without(all, 'content-type') })
  return bodyAnswer(request, status, body, all)
}

function bodyAnswer(
  request: Request,
  status: number,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
): Response {
  // Who serves it decides by its length whether it would be compressed.
  if (request.method === 'HEAD')
    return new Response(null, {
      status,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    })
  return new Response(typeof body === 'string' ? body : streamOf(body), { status, headers })
}

/**
 * Bytes as a body. Given bytes themselves, a Response copies them twice before anybody reads them; a
 * stream hands them on as they are, which for a list saves a third of its time.
 */
export function streamOf(...parts: readonly Uint8Array<ArrayBuffer>[]): ReadableStream {
  return new ReadableStream({
    start: (controller) => {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })
}

/** The contract's error body. Errors are never cached: an approval ends a 404. */
export function errorAnswer(
  request: Request,
  error: ApiError,
  more: Record<string, string> = {},
): Response {
  const { status, error_code } = errors[error.kind]
  const body: ApiErrorBody = {
    error: error.message,
    error_code,
    ...(error.details ? { details: error.details } : {}),
  }
  const { retryAfterSeconds: wait } = error
  const headers = {
    ...(wait === undefined ? {} : { 'retry-after': String(wait) }),
    ...limitHeaders(error.limit),
    // RFC 9110, 15.5.2: a 401 says how to authenticate.
    ...(error.kind === 'unauthorized' ? { 'www-authenticate': 'Bearer realm="manage"' } : {}),
    ...unsupportedHeaders(error),
    ...more,
  }
  return jsonAnswer(request, status, body, 'never', headers)
}

/**
 * RFC 9110, 15.5.16: a 415 for a content coding says which are taken; 12.5.3: no other 415 has this
 * header.
 */
export function unsupportedHeaders({ kind }: Pick<ApiError, 'kind'>): Record<string, string> {
  return kind === 'unsupported_encoding' ? { 'accept-encoding': 'identity' } : {}
}

/** 405 with the methods that work; the first is the one to use. */
export function methodNotAllowedAnswer(request: Request, methods: readonly string[]): Response {
  const message = `${request.method} does not work here; use ${methods[0]}.`
  const error = new ApiError('method_not_allowed', message)
  return errorAnswer(request, error, { allow: methods.join(', ') })
}

/** The answer to a browser that asks before it sends. */
export function preflightAnswer(methods: readonly string[]): Response {
  const allow = methods.join(', ')
  const headers = {
    ...openToAll,
    allow,
    'access-control-allow-methods': allow,
    'access-control-allow-headers':
      'content-type, accept, authorization, idempotency-key, if-none-match',
    'access-control-max-age': '86400',
  }
  return new Response(null, { status: 204, headers })
}

/** RFC 9110, 13.1.2: a list of tags or *, compared weakly. */
function matches(header: string | null, etag: string): boolean {
  if (!header) return false
  return header
    .split(',')
    .some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}

function without(headers: Record<string, string>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name))
}
