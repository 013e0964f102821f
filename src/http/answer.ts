import { ApiError, type ApiErrorBody, errors } from '#contract/errors.ts'
import { type CachePolicy, cachePolicies } from '#contract/operation.ts'
import { type Reply, tagOf } from '#service/answer.ts'
import { limitHeaders } from './limit-headers.ts'

/**
 * Headers of every answer of the API. Decisions, CORS: "REST reads and POST /submit answer any
 * origin, errors too".
 */
export const openToAll = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'etag, retry-after, link, x-served-from, x-request-id, allow, ratelimit, ratelimit-policy',
}

type Body = string | Uint8Array<ArrayBuffer>

/** The HTTP response to an operation. Its metadata, such as `servedFrom`, becomes headers. */
export function replyAnswer(request: Request, reply: Reply): Response {
  const { status, cache, content, servedFrom, isReplay, limit } = reply
  const headers = {
    ...(servedFrom ? { 'x-served-from': servedFrom } : {}),
    ...(isReplay ? { 'idempotency-replayed': 'true' } : {}),
    ...limitHeaders(limit, cache !== 'never'),
  }
  if ('json' in content) return textAnswer(request, status, content, cache, headers)
  return jsonAnswer(request, status, content.value, cache, headers)
}

/**
 * A JSON response with its cache policy. If it may be cached it has a strong ETag, or it is a 304.
 */
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
  { json, tag }: { json: Body; tag: string },
  cache: CachePolicy,
  headers: Record<string, string>,
): Response {
  const all: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': cachePolicies[cache],
    ...openToAll,
    // The URL may contain an e-mail address, which must not be sent to other sites as a referrer.
    ...(cache === 'never' ? { 'referrer-policy': 'no-referrer' } : {}),
    ...headers,
  }
  return taggedAnswer(request, { status, tag: cache === 'never' ? '' : tag, body: json }, all)
}

/**
 * A response with the strong ETag of its body, or a 304 if the client has this body already. With an
 * empty tag it has no ETag.
 */
export function taggedAnswer(
  request: Request,
  { status, tag, body }: { status: number; tag: string; body: Body },
  { 'content-type': type, ...common }: Record<string, string>,
): Response {
  const etag = `"${tag}"`
  const tagged = tag === '' ? common : { ...common, etag }
  if (tag !== '' && matches(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers: tagged })
  const headers = { 'content-type': type!, ...tagged }
  // An answer to HEAD has the length: by it the server knows whether the body would be compressed.
  if (request.method === 'HEAD')
    return new Response(null, {
      status,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    })
  return new Response(typeof body === 'string' ? body : streamOf(body), { status, headers })
}

/** A stream of bytes for the body of a Response, which would copy given bytes twice. */
export function streamOf(...parts: readonly Uint8Array<ArrayBuffer>[]): ReadableStream {
  return new ReadableStream({
    start: (controller) => {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })
}

/**
 * The contract's error as a response. It is never cached: a 404, for example, ends with an
 * approval.
 */
export function errorAnswer(
  request: Request,
  error: ApiError,
  more: Record<string, string> = {},
  beside: object = {},
): Response {
  const { status, error_code } = errors[error.kind]
  const body: ApiErrorBody = {
    error: error.message,
    error_code,
    ...(error.details ? { details: error.details } : {}),
    ...beside,
  }
  const { retryAfterSeconds: wait } = error
  const headers = {
    ...(wait === undefined ? {} : { 'retry-after': String(wait) }),
    ...limitHeaders(error.limit),
    // RFC 9110, 15.5.2: a 401 must contain the authentication scheme.
    ...(error.kind === 'unauthorized' ? { 'www-authenticate': 'Bearer realm="manage"' } : {}),
    ...unsupportedHeaders(error),
    ...more,
  }
  return jsonAnswer(request, status, body, 'never', headers)
}

/** RFC 9110, 15.5.16: a 415 for a content coding should contain the accepted codings. */
export function unsupportedHeaders({ kind }: Pick<ApiError, 'kind'>): Record<string, string> {
  return kind === 'unsupported_encoding' ? { 'accept-encoding': 'identity' } : {}
}

/**
 * The 405 response for a path that only allows `methods`. Its message recommends the first of them.
 */
export function methodNotAllowedAnswer(request: Request, methods: readonly string[]): Response {
  const message = `${request.method} does not work here; use ${methods[0]}.`
  const error = new ApiError('method_not_allowed', message)
  return errorAnswer(request, error, { allow: methods.join(', ') })
}

/**
 * The 405 response for a path that only allows GET and HEAD; undefined if the request has one of
 * them.
 */
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

/**
 * Whether an If-None-Match header contains the ETag. RFC 9110, 13.1.2: it is a list of ETags or
 * `*`, and `W/` is ignored in the comparison.
 */
function matches(header: string | null, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim())
  return tags.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)
}
