// Generates valid and invalid requests to operations, pages, forms and MCP tools.
import * as fc from 'fast-check'
import { exploreArd, listArd, searchArd } from '#contract/ard.ts'
import { operations } from '#contract/index.ts'
import { mcp } from '#contract/mcp.ts'
import type { Operation } from '#contract/operation.ts'
import { filteredProducts, functionRoutes } from '#integration/routes.ts'
import type { Request } from '#testing/service.ts'

/** A request to a path, with the path's pattern. */
export type GeneratedRequest = Request & { route: string; path: string }

const known = ['n8n', 'dify', 'postgresql', 'n8n.io', 'all', 'true', '0', '50', 'a@b.example']

/** Texts that attackers or broken clients might send. */
const hostile = String.raw`| |<script>alert(1)</script>|' or 1=1 --|../../etc/passwd|%00|__proto__|constructor|null|NaN|-1|1e309|９|👩‍👩‍👧‍👦|[]|{}|http://127.1/|https://[::1]/|http://user:pass@n8n.io|2026-13-45T99:99:99Z`
const hostileTexts = [...hostile.split('|'), '\u0000', '\u202Etxt.exe', '\uD800', 'x'.repeat(5_000)]

const broken =
  String.raw`|{|null|{"name":1e999}|{"name":"\ud800"}|{"__proto__":{"name":"x"}}`.split('|')
const large = ['['.repeat(5_000) + ']'.repeat(5_000), `{"name":"${'x'.repeat(70_000)}"}`]

const word: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...known, ...hostileTexts),
  // NUL at the end of a word, because databases and HTTP headers refuse it.
  fc.constantFrom(...known).map((value) => `${value}\u0000`),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

/** A word for one segment of a URL path. HTTP clients would remove empty segments and dots. */
const segment = word.filter((value) => !['', '.', '..'].includes(value))

// A lone surrogate becomes the replacement character.
const escaped = (value: string) => encodeURIComponent(value.toWellFormed())
const queryOf = (fields: object) =>
  Object.entries(fields)
    .map((pair, index) => (index === 0 ? '?' : '&') + pair.map(String).map(escaped).join('='))
    .join('')

const all: Operation[] = Object.values(operations)
const fieldsOf = ({ query, example }: Operation) =>
  Object.keys({ ...query?.shape, ...example.query, ...example.body })

const value = fc.oneof(
  word,
  fc.array(word, { maxLength: 5 }),
  fc.dictionary(word, word, { maxKeys: 3, noNullPrototype: true }),
  fc.jsonValue(),
)

/** The value of an example, in which any part may be another. */
function near(part: unknown): fc.Arbitrary<unknown> {
  const same = Array.isArray(part)
    ? fc.tuple(...part.map(near))
    : typeof part === 'object' && part !== null
      ? fc.record(Object.fromEntries(Object.entries(part).map(([name, of]) => [name, near(of)])))
      : fc.constant(part)
  return fc.oneof({ weight: 9, arbitrary: same }, { weight: 1, arbitrary: value })
}

/** The example with fields of the operation that are changed or added, at most three. */
function fieldsNear(operation: Operation, example: object = {}): fc.Arbitrary<object> {
  const changes = fc.dictionary(fc.constantFrom('x', ...fieldsOf(operation)), value, { maxKeys: 3 })
  return fc.tuple(fc.integer({ min: 0 }), near(example), changes).map(([id, given, more]) => {
    const made = operation.id === 'submit_product' && { url: `https://made-up-${id}.example/` }
    return { ...Object(given), ...made, ...more }
  })
}

const ard: Operation[] = [searchArd, exploreArd, listArd]

/** Requests to each operation of the API and of the registry of ARD, near its example. */
export const operationRequests: fc.Arbitrary<GeneratedRequest> = fc.oneof(
  ...[...all, ...ard].map((operation) => {
    const { method, example } = operation
    const route = (ard.includes(operation) ? '/ard' : '/api/v1') + operation.path
    const body = fieldsNear(operation, example.body).map((fields) => JSON.stringify(fields))
    return fc
      .record({
        part: fc.oneof(segment, fc.constantFrom(...known)),
        query: fieldsNear(operation, example.query).map(queryOf),
        type: fc.constantFrom(...Array<string>(9).fill('application/json'), 'a/b', ''),
        body: fc.oneof(body, body, body, fc.json(), fc.constantFrom(...broken, ...large)),
      })
      .map(({ part, query, type, body }) => {
        const path = route.replace(/\{\w+\}/g, escaped(part)) + query
        const headers = { 'if-none-match': '"x"', 'idempotency-key': escaped(part), origin: 'null' }
        if (method === 'GET') return { method, route, path, headers }
        return { method, route, path, headers: { 'content-type': type, ...headers }, body }
      })
  }),
)

/** Query parameters and form fields that only pages have, not API operations. */
const pageFields =
  'action first manifest page preview second submission_id sure text token slug email q'

/** Requests to all pages that functions serve. Parameters come from any page or operation. */
export function pageRequests(site: string): fc.Arbitrary<GeneratedRequest> {
  const name = fc.constantFrom(...pageFields.split(' '), ...new Set(all.flatMap(fieldsOf)))
  const query = fc.dictionary(name, word, { maxKeys: 6 }).map(queryOf)
  const routes = Object.keys(functionRoutes)
    .map((route) => (route === filteredProducts ? '/products' : route))
    .filter((route) => !route.startsWith('/api/v1/') && route !== mcp.path)
  const origin = fc.constantFrom(site, site, site, 'null', 'https://evil.example')
  return fc
    .tuple(fc.constantFrom(...routes), segment, query, fc.option(query, { freq: 2 }), origin)
    .map(([route, value, query, form, origin]) => {
      const path = route.replace(/\[(?:\.\.\.)?\w+\]/, escaped(value)) + query
      if (form === null) return { route, path, method: 'GET', headers: {} }
      const headers = { origin, 'content-type': 'application/x-www-form-urlencoded' }
      return { route, path, method: 'POST', headers, body: form.slice(1) }
    })
}

/** Calls of every MCP tool near the example of its operation, and messages that are no calls. */
export const mcpRequests: fc.Arbitrary<GeneratedRequest> = fc
  .oneof(
    fc.record({ id: fc.integer(), method: fc.constant('initialize'), params: fc.jsonValue() }),
    fc.record({ id: fc.jsonValue(), method: word, params: fc.jsonValue() }),
    ...all.map((operation) => {
      const { params, query, body } = operation.example
      return fieldsNear(operation, { ...params, ...query, ...body }).map((given) => ({
        id: 1,
        method: 'tools/call',
        params: { name: operation.id, arguments: given },
      }))
    }),
  )
  .map((message) => ({
    method: 'POST',
    route: mcp.path,
    path: mcp.path,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  }))
