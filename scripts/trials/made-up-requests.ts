import * as fc from 'fast-check'
import type { ApiDocument, DescribedOperation, Schema } from '#testing/described.ts'

/** A request to an operation of the document, valid or not. */
export interface MadeUp {
  method: string
  /** The path of the operation, as the document has it. */
  operation: string
  /** Below the API root, with its query. */
  path: string
  headers: Record<string, string>
  body?: string
}

/** What people who mean harm, and clients that are wrong, send in place of a word. */
const hostile = [
  '',
  ' ',
  '\u0000',
  '\u202Etxt.exe',
  "' or 1=1 --",
  '"; drop table products; --',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%',
  '%00',
  '${7*7}{{7*7}}',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'NaN',
  '-1',
  '1e309',
  '0x10',
  '９',
  '👩‍👩‍👧‍👦',
  'İıß',
  '\uD800',
  'a'.repeat(201),
  'x'.repeat(5_000),
  '[]',
  '{}',
  'http://127.1/',
  'https://[::1]/',
  'http://user:pass@n8n.io',
  '2026-13-45T99:99:99Z',
  '0000-00-00',
]

const known = ['n8n', 'dify', 'aider', 'postgresql', 'nextjs', 'n8n.io', 'agent support', 'all']

/** Requests to every operation of a document, made up from its own schemas. */
export function madeUpRequests(document: ApiDocument): fc.Arbitrary<MadeUp> {
  const operations = Object.entries(document.paths).flatMap(([operation, methods]) =>
    Object.entries(methods).map(([method, described]) =>
      requestTo(operation, method.toUpperCase(), described),
    ),
  )
  return fc.oneof(...operations)
}

function requestTo(operation: string, method: string, described: DescribedOperation) {
  const { parameters = [], requestBody } = described
  const of = (where: string) => parameters.filter((parameter) => parameter.in === where)
  const query = fc
    .tuple(
      ...of('query').map(({ name, schema, example }) =>
        fc.option(fc.tuple(fc.constant(name), wordsOf(schema, example)), { freq: 2 }),
      ),
      fc.option(fc.tuple(word, fc.tuple(word)), { freq: 9 }),
    )
    .map((pairs) =>
      pairs
        .flatMap((pair) => (pair ? pair[1].map((value) => [pair[0], value] as const) : []))
        .map((pair) => pair.map(percentEncoded).join('='))
        .join('&'),
    )
  const path = fc
    .tuple(...of('path').map(({ name }) => fc.tuple(fc.constant(name), segment)))
    .map((segments) =>
      segments.reduce(
        (filled, [name, value]) => filled.replace(`{${name}}`, percentEncoded(value)),
        operation,
      ),
    )
  const schema = requestBody?.content['application/json'].schema
  return fc
    .record({
      path,
      query,
      headers: headersFor(schema !== undefined),
      body: schema ? bodyOf(schema) : fc.constant(undefined),
    })
    .map(({ path, query, headers, body }): MadeUp => ({
      method,
      operation,
      path: query === '' ? path : `${path}?${query}`,
      headers,
      ...(body === undefined ? {} : { body }),
    }))
}

/** A word of the directory, a hostile one, or any text. */
export const word: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...known),
  fc.constantFrom(...hostile),
  // Neither a database nor a header takes these.
  fc.constantFrom(...known, 'ada@made-up.example').map((value) => `${value}\u0000`),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

/** A word as a part of a path. An empty one is another address, and clients take dots away. */
export const segment = word.filter((value) => !['', '.', '..'].includes(value))

// Mostly right, so that what comes behind the checks is asked, too; at times twice, or at the bounds.
function wordsOf(schema: Schema, example: unknown): fc.Arbitrary<string[]> {
  const { minimum = 0, maximum = 100 } = schema
  const allowed = schema.enum ?? [schema.const ?? example ?? schema.default ?? 'n8n']
  const right = fc.constantFrom(...allowed.map(String))
  const near =
    schema.type === 'integer'
      ? fc.constantFrom(minimum, minimum + 1, maximum, maximum + 1, minimum - 1).map(String)
      : fc.constantFrom(...known)
  return fc.oneof(
    { weight: 24, arbitrary: right.map((value) => [value]) },
    { weight: 4, arbitrary: near.map((value) => [value]) },
    { weight: 8, arbitrary: word.map((value) => [value]) },
    { weight: 1, arbitrary: fc.tuple(right, near) },
  )
}

function headersFor(hasBody: boolean): fc.Arbitrary<Record<string, string>> {
  const printable = fc.stringMatching(/^[ -~]{0,40}$/).map((value) => value.trim())
  const contentType = fc.oneof(
    { weight: 8, arbitrary: fc.constant('application/json') },
    { weight: 1, arbitrary: fc.constantFrom('text/plain', 'application/xml', '', 'a/b;charset=x') },
  )
  return fc
    .record({
      'content-type': hasBody ? contentType : fc.constant(undefined),
      'if-none-match': fc.option(fc.oneof(fc.constantFrom('*', '"x"', 'W/"x"'), printable), {
        freq: 5,
        nil: undefined,
      }),
      'idempotency-key': fc.option(printable, { freq: 6, nil: undefined }),
      authorization: fc.option(
        fc.oneof(
          printable.map((value) => `Bearer ${value}`),
          printable,
        ),
        { freq: 6, nil: undefined },
      ),
      origin: fc.option(fc.constantFrom('https://evil.example', 'null'), {
        freq: 9,
        nil: undefined,
      }),
    })
    .map(
      (headers) =>
        Object.fromEntries(
          Object.entries(headers).filter(([, value]) => value !== undefined),
        ) as Record<string, string>,
    )
}

// A right submission of which up to two fields are something else.
function bodyOf(schema: Schema): fc.Arbitrary<string> {
  const { name, url, description, email } = schema.properties ?? {}
  const right = fc.record({
    name: valueOf(name ?? {}),
    url: valueOf(url ?? {}),
    description: valueOf(description ?? {}),
    email: valueOf(email ?? {}),
    tool_slugs: fc.subarray(['postgresql', 'typescript', 'nextjs', 'nobody-knows-this'], {
      minLength: 1,
      maxLength: 2,
    }),
  })
  const fields = Object.entries(schema.properties ?? {}).map(([field, property]) =>
    valueOf(property).map((value) => ({ [field]: value })),
  )
  const object = fc
    .tuple(right, fc.array(fc.oneof(...fields), { maxLength: 2 }))
    .map(([whole, changes]): object => Object.assign({}, whole, ...changes))
  return fc.oneof(
    { weight: 8, arbitrary: object.map((value) => JSON.stringify(value)) },
    { weight: 2, arbitrary: fc.json() },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        '{',
        'null',
        '[]',
        '{"name":1e999}',
        '{"__proto__":{"name":"x"},"constructor":1}',
        `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
        `{"name":"${'x'.repeat(70_000)}"}`,
        '{"name":"\\ud800"}',
      ),
    },
  )
}

/** A value that a schema allows, most of the time. */
export function valueOf(schema: Schema): fc.Arbitrary<unknown> {
  const id = fc.integer({ min: 0, max: 10 ** 9 })
  const right: fc.Arbitrary<unknown> =
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
    { weight: 60, arbitrary: right },
    { weight: 2, arbitrary: word },
    { weight: 1, arbitrary: fc.constantFrom(null, true, 0, -1, 1e21, [], {}, [[]], [null]) },
  )
}

/** A lone surrogate cannot be encoded; a careless client sends the replacement character for it. */
export function percentEncoded(value: string): string {
  return encodeURIComponent(value.toWellFormed())
}
