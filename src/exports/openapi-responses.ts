import type { z } from 'zod'
import { ApiErrorBody, errors } from '#contract/errors.ts'
import { allOperations } from '#contract/index.ts'
import { readBuckets } from '#contract/limits.ts'
import { type Operation, cachePolicies } from '#contract/operation.ts'
import { labelOf } from '#contract/product-fields.ts'
import { examplesOf } from './examples.ts'
import { type Components, type Json, schemaOf } from './openapi-schemas.ts'

/** All responses of an operation in OpenAPI, each with its headers and a recorded example. */
export function responsesOf(operation: Operation, components: Components, site: string): Json {
  const recorded = examplesOf(operation.id, site)
  const answer = (description: string, headers: Json, schema: z.ZodType, examples: Json) => ({
    description,
    headers,
    content: { 'application/json': { schema: schemaOf(schema, 'output', components), examples } },
  })
  const successes = Object.entries(operation.responses).map(([status, { description, schema }]) => {
    const example = { summary: description.replace(/\.$/, ''), value: recorded.answers[status] }
    const headers = successHeaders(operation, status)
    return [status, answer(description, headers, schema, { recorded: example })]
  })
  const unchanged = operation.cache === 'never' ? [] : [['304', unchangedAnswer(operation)]]
  // OpenAPI has one response for each status, so kinds of errors with the same status are merged.
  const byStatus = Map.groupBy(operation.errors, (kind) => errors[kind].status)
  const failures = [...byStatus].map(([status, kinds]) => {
    const texts = kinds.map((kind) => `\`${errors[kind].error_code}\`: ${errors[kind].meaning}`)
    const headers = {
      'Cache-Control': header('Errors are never cached.', { const: cachePolicies.never }),
      ...errorHeaders(operation, status),
      ...limitHeaders(operation),
    }
    const examples = kinds.map((kind) => [
      kind,
      { summary: labelOf(kind), value: recorded.errors[kind] },
    ])
    const schema = ApiErrorBody.meta({ id: 'ApiError' })
    return [status, answer(texts.join(' '), headers, schema, Object.fromEntries(examples) as Json)]
  })
  return Object.fromEntries([...successes, ...unchanged, ...failures]) as Json
}

function unchangedAnswer(operation: Operation): Json {
  const headers = limitHeaders(operation, operation.cache === 'edge')
  return {
    description: 'The answer is the one that If-None-Match names; no body.',
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
  }
}

function successHeaders(operation: Operation, status: string): Json {
  const { cache, params, query } = operation
  // Decisions, Caching: the answer to a request with an e-mail address is never cached.
  const dependsOnEmail = [params, query].some((part) => part !== undefined && 'email' in part.shape)
  const policies = [cachePolicies[cache], ...(dependsOnEmail ? [cachePolicies.never] : [])]
  const text = dependsOnEmail
    ? 'How the answer may be cached; not at all when an e-mail was sent.'
    : 'How the answer may be cached.'
  return {
    'Cache-Control': header(text, { enum: policies }),
    ...(cache !== 'never' && {
      ETag: header(
        `${dependsOnEmail ? 'Present when no e-mail was sent: the' : 'The'} hash of the content. Send it back in If-None-Match for a 304 without a body.`,
      ),
    }),
    ...limitHeaders(operation, cache === 'edge'),
    Link: header(
      'Where the schema, this document, the documentation, llms.txt, agents.json and the API catalogue are.',
    ),
    ...(operation.hasSnapshot && {
      'X-Served-From': header('Present when the database is away and the last build answered.', {
        const: 'snapshot',
      }),
    }),
    ...(operation.headers && 'idempotency-key' in operation.headers.shape && status === '201'
      ? {
          'Idempotency-Replayed': header(
            'Present when the Idempotency-Key was known and its first answer is given again.',
            { const: 'true' },
          ),
        }
      : {}),
  }
}

function errorHeaders({ path }: Operation, status: number): Json {
  if (status === errors.unauthorized.status)
    return { 'WWW-Authenticate': header('How to authenticate.') }
  if (status === errors.method_not_allowed.status)
    return { Allow: header('The methods that work.', { examples: [methodsAt(path)] }) }
  if (status === errors.rate_limited.status || status === errors.unavailable.status)
    return {
      'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
    }
  return {}
}

// Decisions, Limits on reads: the headers "are on every limited answer". Static operations
// are files and have no limit.
function limitHeaders({ bucket, isStatic }: Operation, isShared = false): Json {
  if (bucket === 'submit' || isStatic) return {}
  const { tokens, seconds } = readBuckets[bucket]
  const policy = header('Present where reads are limited: the limit of this one, and its window.', {
    examples: [`"${bucket}";q=${tokens};w=${seconds}`],
  })
  // A shared cache sends the same headers to all clients, so they must not contain how many
  // requests one client has left.
  if (isShared) return { 'RateLimit-Policy': policy }
  const left = header(
    'Present with the policy: how many are left, and in how many seconds all are.',
    { examples: [`"${bucket}";r=${tokens - 1};t=${seconds}`] },
  )
  return { 'RateLimit-Policy': policy, RateLimit: left }
}

function methodsAt(path: string): string {
  const methods = allOperations
    .filter((one) => one.path === path)
    .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return [...methods, 'OPTIONS'].join(', ')
}

function header(description: string, schema: Json = {}): Json {
  return { description, schema: { type: 'string', ...schema } }
}
