// Generates valid and invalid requests to the operations of an OpenAPI document.
import * as fc from 'fast-check'
import type { ApiDocument, DescribedOperation, Schema } from '#testing/described.ts'

export interface GeneratedRequest {
  method: string
  /** The path of the operation in the OpenAPI document. */
  operation: string
  /** The path below the API root, with its query. */
  path: string
  headers: Record<string, string>
  body?: string
}

/** Texts that attackers or broken clients might send. */
const hostile = [
  '',
  ' ',
  '\u0000',
  '\u202Etxt.exe',
  '\uD800',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  'x'.repeat(5_000),
  ...'../../etc/passwd %00 __proto__ constructor null NaN -1 1e309 ９ 👩‍👩‍👧‍👦 [] {}'.split(' '),
  ...'http://127.1/ https://[::1]/ http://user:pass@n8n.io 2026-13-45T99:99:99Z'.split(' '),
]

const hostileBodies = [
  '',
  '{',
  'null',
  '{"name":1e999}',
  '{"__proto__":{"name":"x"},"constructor":1}',
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  `{"name":"${'x'.repeat(70_000)}"}`,
  '{"name":"\\ud800"}',
]

const known = ['n8n', 'dify', 'aider', 'postgresql', 'nextjs', 'n8n.io', 'agent support', 'all']

export function generatedRequests(document: ApiDocument): fc.Arbitrary<GeneratedRequest> {
  return fc.oneof(
    ...Object.entries(document.paths).flatMap(([operation, methods]) =>
      Object.entries(methods).map(([method, described]) =>
        requestTo(operation, method.toUpperCase(), described),
      ),
    ),
  )
}

function requestTo(operation: string, method: string, described: DescribedOperation) {
  const { parameters = [], requestBody } = described
  const query = fc
    .tuple(
      ...parameters
        .filter((parameter) => parameter.in === 'query')
        .map(({ name, schema, example }) =>
          fc.option(fc.tuple(fc.constant(name), parameterOf(schema, example)), { freq: 2 }),
        ),
      fc.option(fc.tuple(word, fc.tuple(word)), { freq: 9 }),
    )
    .map((pairs) =>
      queryOf(pairs.flatMap((pair) => pair?.[1].map((value) => [pair[0], value]) ?? [])),
    )
  const path = segment.map((value) => operation.replace(/\{\w+\}/g, percentEncoded(value)))
  const schema = requestBody?.content['application/json'].schema
  return fc
    .record({
      path,
      query,
      headers: headersOf(schema !== undefined),
      body: schema ? bodyOf(schema) : fc.constant(undefined),
    })
    .map(({ path, query, headers, body }): GeneratedRequest => ({
      method,
      operation,
      path: path + query,
      headers,
      ...(body === undefined ? {} : { body }),
    }))
}

/** A word that the directory knows, a hostile text, or a random one. */
export const word: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...known),
  fc.constantFrom(...hostile),
  // NUL at the end of a word, because databases and HTTP headers refuse it.
  fc.constantFrom(...known, 'ada@made-up.example').map((value) => `${value}\u0000`),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

/** A word for one segment of a URL path. HTTP clients would remove empty segments and dots. */
export const segment = word.filter((value) => !['', '.', '..'].includes(value))

/** Values of a query parameter: mostly valid, so that requests pass validation; sometimes two. */
function parameterOf(schema: Schema, example: unknown): fc.Arbitrary<string[]> {
  const { minimum = 0, maximum = 100 } = schema
  const allowed = schema.enum ?? [schema.const ?? example ?? schema.default ?? 'n8n']
  const valid = fc.constantFrom(...allowed.map(String))
  const near =
    schema.type === 'integer'
      ? fc.constantFrom(minimum, minimum + 1, maximum, maximum + 1, minimum - 1).map(String)
      : fc.constantFrom(...known)
  return fc.oneof(
    { weight: 24, arbitrary: fc.tuple(valid) },
    { weight: 4, arbitrary: fc.tuple(near) },
    { weight: 8, arbitrary: fc.tuple(word) },
    { weight: 1, arbitrary: fc.tuple(valid, near) },
  )
}

function headersOf(hasBody: boolean): fc.Arbitrary<Record<string, string>> {
  const printable = fc.stringMatching(/^[ -~]{0,40}$/).map((value) => value.trim())
  const contentType = fc.oneof(
    { weight: 8, arbitrary: fc.constant('application/json') },
    { weight: 1, arbitrary: fc.constantFrom('text/plain', 'application/xml', '', 'a/b;charset=x') },
  )
  const optional: Record<string, fc.Arbitrary<string>> = {
    'if-none-match': fc.oneof(fc.constantFrom('"x"', 'W/"x"', '*'), printable),
    'idempotency-key': printable,
    authorization: fc.oneof(printable, fc.constant('Bearer x')),
    origin: fc.constantFrom('https://evil.example', 'null'),
  }
  const required: typeof optional = hasBody ? { 'content-type': contentType } : {}
  return fc
    .tuple(fc.record(required), fc.record(optional, { requiredKeys: [] }))
    .map(([some, more]) => ({ ...some, ...more }) as Record<string, string>)
}

/** A valid submission with up to two fields replaced by other values, or no submission at all. */
function bodyOf({ properties = {} }: Schema): fc.Arbitrary<string> {
  const { name = {}, url = {}, description = {}, email = {} } = properties
  const tools = ['postgresql', 'typescript', 'nextjs', 'nobody-knows-this']
  const valid = fc.record({
    name: valueOf(name),
    url: valueOf(url),
    description: valueOf(description),
    email: valueOf(email),
    tool_slugs: fc.subarray(tools, { minLength: 1, maxLength: 2 }),
  })
  const object = fc
    .tuple(valid, fc.array(fieldOf(properties, valueOf), { maxLength: 2 }))
    .map(([whole, changes]): object => Object.assign({}, whole, ...changes))
  return fc.oneof(
    { weight: 8, arbitrary: object.map((value) => JSON.stringify(value)) },
    { weight: 2, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.constantFrom(...hostileBodies) },
  )
}

/** An object with exactly one of these properties. */
export function fieldOf(
  properties: Record<string, Schema>,
  valueOf: (schema: Schema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<object> {
  const fields = Object.entries(properties).map(([field, schema]) =>
    valueOf(schema).map((value): object => ({ [field]: value })),
  )
  return fields.length > 0 ? fc.oneof(...fields) : fc.constant({})
}

/** A value that is usually valid for the schema. */
export function valueOf(schema: Schema): fc.Arbitrary<unknown> {
  const id = fc.integer({ min: 0, max: 10 ** 9 })
  const valid: fc.Arbitrary<unknown> =
    schema.type === 'array'
      ? fc.array(valueOf(schema.items ?? {}), { maxLength: 5, size: 'small' })
      : schema.enum
        ? fc.constantFrom(...schema.enum)
        : schema.format === 'uri'
          ? id.map((number) => `https://made-up-${number}.example/`)
          : schema.format === 'email'
            ? id.map((number) => `ada-${number}@made-up.example`)
            : fc.string({ minLength: 1, maxLength: Math.min(schema.maxLength ?? 20, 40) })
  return fc.oneof(
    { weight: 60, arbitrary: valid },
    { weight: 2, arbitrary: word },
    { weight: 1, arbitrary: fc.constantFrom(null, true, 0, -1, 1e21, [], {}, [[]], [null]) },
  )
}

/** The query part of a URL with its question mark; empty without pairs. */
export function queryOf(pairs: readonly string[][]): string {
  const fields = pairs.map((pair) => pair.map(percentEncoded).join('='))
  return fields.length > 0 ? `?${fields.join('&')}` : ''
}

/** Percent-encodes a text for a URL. A lone surrogate becomes the replacement character. */
export function percentEncoded(value: string): string {
  return encodeURIComponent(value.toWellFormed())
}
