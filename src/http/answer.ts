import { ApiError, type ApiErrorBody, errors } from '#contract/errors.ts'
import { type CachePolicy, cachePolicies } from '#contract/operation.ts'
import { type Reply, tagOf } from '#service/answer.ts'
import { limitHeaders } from './limit-headers.ts'

/** Decision 33, CORS: "REST reads and POST /submit answer any origin, errors too". */
const openToAll = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'etag, retry-after, link, x-served-from, x-request-id, allow, ratelimit, ratelimit-policy',
}

/** The HTTP response to an operation; its metadata becomes headers. */
export function replyAnswer(request: Request, reply: Reply): Response {
  const { status, cache, content, servedFrom, isReplay, limit } = reply
  const headers = {
    ...(servedFrom ? { 'x-served-from': servedFrom } : {}),
    ...(isReplay ? { 'idempotency-replayed': 'true' } : {}),
    ...limitHeaders(limit, cache === 'edge'),
  }
  if ('json' in content) return textAnswer(request, status, content, cache, headers)
  return jsonAnswer(request, status, content.value, cache, headers)
}

/** A JSON response with its cache policy; a cacheable one has a strong ETag, or is a 304. */
export function jsonAnswer(
  request: Request,
  status: number,
  body: unknown,
  cache: CachePolicy,
  headers: Record<string, string> = {},
): Response {
  const json = JSON.stringify(body)
  const tag = cache === 'never' ? '' : tagOf(json)
  return textAnswer(request, status, { json, tag }, cache, headers)
}

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
    // The address may contain an e-mail, which must not be sent as a referrer.
    ...(cache === 'never' ? { 'referrer-policy': 'no-referrer' } : {}),
    ...headers,
  }
  if (cache !== 'never') return taggedAnswer(request, { status, tag, body: json }, all)
  return bodyAnswer(request, status, json, all)
}

/** A response with the strong ETag of its body, or a 304. */
export function taggedAnswer(
  request: Request,
  answer: { status: number; tag: string; body: string | Uint8Array<ArrayBuffer> },
  headers: Record<string, string>,
): Response {
  const { status, tag, body } = answer
  const all: Record<string, string> = { ...headers, etag: `"${tag}"` }
  if (matches(request.headers.get('if-none-match'), all['etag']!))
    return new Response(null, { status: 304, headers: withoutType(all) })
  return bodyAnswer(request, status, body, all)
}

function bodyAnswer(
  request: Request,
  status: number,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
): Response {
  // The server decides by the length whether it would compress the body.
  if (request.method === 'HEAD')
    return new Response(null, {
      status,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    })
  return new Response(typeof body === 'string' ? body : streamOf(body), { status, headers })
}

/** Bytes as a body, without the two copies that a Response makes of them. */
export function streamOf(...parts: readonly Uint8Array<ArrayBuffer>[]): ReadableStream {
  return new ReadableStream({
    start: (controller) => {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })
}

/** The contract's error, never cached: an approval ends a 404. */
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
    // RFC 9110, 15.5.2: a 401 names its authentication scheme.
    ...(error.kind === 'unauthorized' ? { 'www-authenticate': 'Bearer realm="manage"' } : {}),
    ...unsupportedHeaders(error),
    ...more,
  }
  return jsonAnswer(request, status, body, 'never', headers)
}

/** RFC 9110, 15.5.16: a 415 for a content coding names the accepted ones. */
export function unsupportedHeaders({ kind }: Pick<ApiError, 'kind'>): Record<string, string> {
  return kind === 'unsupported_encoding' ? { 'accept-encoding': 'identity' } : {}
}

/** The 405 of an address with these methods; the message recommends the first. */
export function methodNotAllowedAnswer(request: Request, methods: readonly string[]): Response {
  const message = `${request.method} does not work here; use ${methods[0]}.`
  const error = new ApiError('method_not_allowed', message)
  return errorAnswer(request, error, { allow: methods.join(', ') })
}

/** The 405 of an address that is only read, or undefined for GET and HEAD. */
export function readOnly(request: Request): Response | undefined {
  return isRead(request) ? undefined : methodNotAllowedAnswer(request, ['GET', 'HEAD'])
}

export const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'

/** The response to a CORS preflight. */
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

function withoutType({ 'content-type': _, ...headers }: Record<string, string>) {
  return headers
}
