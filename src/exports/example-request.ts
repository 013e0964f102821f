import { apiRoot } from '#contract/api-version.ts'
import type { Operation } from '#contract/operation.ts'

/** The URL of the site in recorded examples. Documents replace it by the URL of their own site. */
export const recordedSite = 'https://proofstack.example'

/** The example of an operation as an HTTP request. Its path is relative to the root of the API. */
export function exampleRequest({ method, path, example }: Operation) {
  const { query, body } = example
  const filled = filledPath({ path, example })
  // Comma, colon and slash stay unescaped, which is allowed in a query and easier to read.
  const pairs = Object.entries(query ?? {}).map(([name, value]) =>
    `${name}=${encodeURIComponent(value)}`.replace(/%(?:2C|3A|2F)/g, decodeURIComponent),
  )
  return {
    method,
    path: pairs.length > 0 ? `${filled}?${pairs.join('&')}` : filled,
    ...(body ? { body: readableJson(body) } : {}),
  }
}

const filledPath = ({ path, example: { params = {} } }: Pick<Operation, 'path' | 'example'>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))

/**
 * The example request of an operation as a form, so that a reader can send it without a program.
 * Undefined for operations with a body, which a form cannot send as JSON. `action` has the path of
 * the example: a form cannot change it without a script.
 */
export function tryRequest({ method, path, example }: Operation) {
  if (method !== 'GET') return undefined
  const fields = Object.entries(example.query ?? {})
  return {
    action: apiRoot + filledPath({ path, example }),
    fields: fields.map(([name, value]) => ({ name, value: String(value) })),
  }
}

/** Indented JSON with short lists of plain values on one line. */
export function readableJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    /\[\n\s+([^[\]{}]+?)\n\s+\]/g,
    (whole, entries: string) => {
      const line = `[${entries.replace(/\n\s+/g, ' ')}]`
      return line.length <= 90 ? line : whole
    },
  )
}
