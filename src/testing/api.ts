import { createHash } from 'node:crypto'
import { expect, inject } from 'vitest'
import { ApiErrorBody, type ErrorKind, errors } from '#contract/errors.ts'
import type { Operation } from '#contract/operation.ts'
import { submitProduct } from '#contract/operations/submit-product.ts'
import { type Answer, type Request, freshAddress, request } from './service.ts'

/** The URL of a path of the served site. */
export const at = (path: string) => `${inject('served').url}${path}`

/** The URL of the served API. */
export const api = () => at('/api/v1')

/** Sends a form to the served site, from a new IP address. */
export const postForm = (path: string, fields: Record<string, string> | URLSearchParams) =>
  request(at(path), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
    from: freshAddress(),
  })

/** Calls an operation, and checks that the contract declares the response and every field in it. */
export async function call(
  operation: Operation,
  path: string,
  options: Request = {},
): Promise<Answer & { body: Record<string, unknown> }> {
  // Requests with an e-mail address have a low limit for each IP address, which tests would share.
  const from = path.includes('email=') ? freshAddress() : undefined
  const asked = { method: operation.method, ...(from && { from }), ...options }
  const answer = await request(`${api()}${path}`, asked)
  const body = answer.json() as Record<string, unknown>
  const { status, headers } = answer
  expectDeclared(operation, { status, cacheControl: headers['cache-control'], body })
  return { ...answer, body }
}

/** Checks a response against the contract: its body, or its error with status and caching. */
export function expectDeclared(
  operation: Operation,
  answer: { status: number; cacheControl: string | null | undefined; body: unknown },
): void {
  const { status, cacheControl, body } = answer
  const declared = operation.responses[status]
  if (declared) return expect(declared.schema.parse(body)).toEqual(body)
  const { error_code, error } = ApiErrorBody.parse(body)
  const kinds = operation.errors.map((kind) => errors[kind])
  expect(kinds).toContainEqual(expect.objectContaining({ status, error_code }))
  expect(error).toMatch(/^\S.*[.?!)]$|https?:\/\/\S+$/s)
  expect(cacheControl).toBe('no-store')
}

/** Submits to the served site. The contract must declare the response. */
export function submit(body: unknown, options: Request & { query?: string } = {}) {
  const { path, ...sent } = submission(body, options)
  return call(submitProduct, path, sent)
}

/** The path and the request of a submission, from a new IP address, unless `from` is set. */
export function submission(
  body: unknown,
  options: Request & { query?: string } = {},
): Request & { path: string } {
  const { query = '', headers, ...rest } = options
  return {
    path: `/submit${query}`,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    from: freshAddress(),
    ...rest,
  }
}

let lastProduct = 0

/** The body of an accepted submission. Name, domain and e-mail address are new each time. */
export function validSubmission(
  more: Record<string, unknown> = {},
): Record<string, unknown> & { email: string; url: string } {
  // Letters alone, and of one length: no test product has a domain that holds that of another.
  const id = digest(`${process.pid}-${++lastProduct}`)
    .slice(0, 12)
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)
  return {
    name: `Test product ${id}`,
    url: `https://product-${id}.example/`,
    description: `Answers letters about ${wordsOf(id).join(' ')}.`,
    email: `owner-${id}@product-${id}.example`,
    tool_slugs: ['postgresql', 'typescript'],
    ...more,
  }
}

// Editors are told of submissions with the same description, so each has words of its own.
function wordsOf(id: string): string[] {
  return digest(id).match(/.{6}/g)!.slice(0, 8)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The HTTP status and the error code of a kind of error, from the contract. */
export function errorOf(kind: ErrorKind) {
  return { status: errors[kind].status, error_code: errors[kind].error_code }
}
