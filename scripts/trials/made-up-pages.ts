import * as fc from 'fast-check'
import { mcp } from '#contract/mcp.ts'
import { filteredProducts, functionRoutes } from '#integration/routes.ts'
import type { ApiDocument, Schema } from '#testing/described.ts'
import { type MadeUp, percentEncoded, segment, valueOf, word } from './made-up-requests.ts'

/** Query parameters and form fields of pages that no operation of the API has. */
const pageFields = [
  'action',
  'first',
  'manifest',
  'page',
  'preview',
  'second',
  'submission_id',
  'sure',
  'text',
  'token',
]

/**
 * Requests to the pages, forms, pictures and monitors that a function answers. Each page is asked
 * for any parameter of any page: a page must stand what it does not know, too.
 */
export function madeUpPages(document: ApiDocument, site: string): fc.Arbitrary<MadeUp> {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const names = [
    ...new Set([
      ...pageFields,
      ...operations.flatMap(({ parameters = [] }) => parameters.map(({ name }) => name)),
      ...operations.flatMap(({ requestBody }) =>
        Object.keys(requestBody?.content['application/json'].schema.properties ?? {}),
      ),
    ]),
  ]
  const fields = fc
    .array(
      fc.tuple(fc.oneof(fc.constantFrom('slug', 'email', 'q'), fc.constantFrom(...names)), word),
      { maxLength: 6 },
    )
    .map((pairs) => pairs.map((pair) => pair.map(percentEncoded).join('=')).join('&'))
  // Numbered pages of every list share one file of functions/, and are asked for as one.
  const routeOfFile = new Map(Object.entries(functionRoutes).map(([route, file]) => [file, route]))
  const routes = [...routeOfFile.values()]
    .map((route) => (route === filteredProducts ? '/products' : route))
    .filter((route) => !route.startsWith('/api/v1/') && route !== mcp.path)
  return fc
    .record({
      route: fc.constantFrom(...routes),
      value: segment,
      query: fields,
      body: fc.option(fields, { freq: 2, nil: undefined }),
      origin: fc.constantFrom(site, site, site, 'null', 'https://evil.example'),
    })
    .map(({ route, value, query, body, origin }): MadeUp => {
      const filled = route.replace(/\[(?:\.\.\.)?\w+\]/, percentEncoded(value))
      const asked = { operation: route, path: query === '' ? filled : `${filled}?${query}` }
      if (body === undefined) return { ...asked, method: 'GET', headers: {} }
      const headers = { origin, 'content-type': 'application/x-www-form-urlencoded' }
      return { ...asked, method: 'POST', headers, body }
    })
}

/** A tool of the MCP server, as `tools/list` describes it. */
export interface McpTool {
  name: string
  inputSchema: Schema
}

/** Calls of every tool with arguments made up from its schema, and messages that are no calls. */
export function madeUpMessages(tools: readonly McpTool[]): fc.Arbitrary<MadeUp> {
  const calls = tools.map(({ name, inputSchema: { properties = {} } }) => {
    const fields = Object.entries(properties).map(([field, schema]) =>
      fc.oneof(valueOf(schema), word).map((value) => ({ [field]: value })),
    )
    const given =
      fields.length > 0 ? fc.array(fc.oneof(...fields), { maxLength: 5 }) : fc.constant([])
    return given.map((all): unknown => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: Object.assign({}, ...all) as object },
    }))
  })
  const others = fc.record({
    jsonrpc: fc.constantFrom('2.0', '1.0', 2),
    id: fc.oneof(fc.integer(), word, fc.constant(null)),
    method: fc.oneof(fc.constantFrom('tools/list', 'initialize', 'ping', 'tools/call'), word),
    params: fc.oneof(fc.object(), fc.constant(undefined), word),
  })
  return fc
    .oneof({ weight: 6, arbitrary: fc.oneof(...calls) }, { weight: 1, arbitrary: others })
    .map((message) => ({
      method: 'POST',
      operation: mcp.path,
      path: mcp.path,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(message),
    }))
}
