// Generates requests to all addresses that are not API operations: pages, forms, pictures and MCP.
import * as fc from 'fast-check'
import { mcp } from '#contract/mcp.ts'
import { filteredProducts, functionRoutes } from '#integration/routes.ts'
import type { ApiDocument, Schema } from '#testing/described.ts'
import {
  type GeneratedRequest,
  fieldOf,
  percentEncoded,
  queryOf,
  segment,
  valueOf,
  word,
} from './generated-requests.ts'

/** Query parameters and form fields that only pages have, not API operations. */
const pageFields =
  'action first manifest page preview second submission_id sure text token slug email q'

/** Requests to all pages that functions serve. Parameters come from any page or operation. */
export function generatedPages(document: ApiDocument, site: string) {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const names = operations.flatMap(({ parameters = [], requestBody }) => [
    ...parameters.map(({ name }) => name),
    ...Object.keys(requestBody?.content['application/json'].schema.properties ?? {}),
  ])
  const allNames = [...new Set([...pageFields.split(' '), ...names])]
  const name = fc.oneof(fc.constantFrom('slug', 'email', 'q'), fc.constantFrom(...allNames))
  const query = fc.array(fc.tuple(name, word), { maxLength: 6 }).map(queryOf)
  // The numbered pages of all lists have the same function file, so one of their routes is enough.
  const routes = Object.entries(functionRoutes)
    .filter(([, file], index, all) => all.findLastIndex(([, other]) => other === file) === index)
    .map(([route]) => (route === filteredProducts ? '/products' : route))
    .filter((route) => !route.startsWith('/api/v1/') && route !== mcp.path)
  return fc
    .record({
      route: fc.constantFrom(...routes),
      value: segment,
      query,
      form: fc.option(query, { freq: 2, nil: undefined }),
      origin: fc.constantFrom(site, site, site, 'null', 'https://evil.example'),
    })
    .map(({ route, value, query, form, origin }): GeneratedRequest => {
      const path = route.replace(/\[(?:\.\.\.)?\w+\]/, percentEncoded(value)) + query
      if (form === undefined) return { operation: route, path, method: 'GET', headers: {} }
      const headers = { origin, 'content-type': 'application/x-www-form-urlencoded' }
      return { operation: route, path, method: 'POST', headers, body: form.slice(1) }
    })
}

/** A tool of the MCP server, in the format of `tools/list`. */
export interface McpTool {
  name: string
  inputSchema: Schema
}

/** Calls of every MCP tool with arguments from its schema, and messages that are no calls. */
export function generatedMessages(tools: readonly McpTool[]): fc.Arbitrary<GeneratedRequest> {
  const calls = tools.map(({ name, inputSchema: { properties = {} } }) =>
    fc
      .array(
        fieldOf(properties, (schema) => fc.oneof(valueOf(schema), word)),
        { maxLength: 5 },
      )
      .map((fields): unknown => ({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: Object.assign({}, ...fields) as object },
      })),
  )
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
