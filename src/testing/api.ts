import { expect, inject } from 'vitest'
import { ApiErrorBody, type ErrorKind, errors } from '#contract/errors.ts'
import type { Operation } from '#contract/operation.ts'
import { submitProduct } from '#contract/operations/submit-product.ts'
import { type Answer, type Request, freshAddress, request } from './service.ts'

/** The address of the served API. */
export const api = () => `${inject('served').url}/api/v1`

/** Calls an operation, and checks that the contract declares the answer and every field of it. */
export async function call(
  operation: Operation,
  path: string,
  options: Request = {},
): Promise<Answer & { body: Record<string, unknown> }> {
  // Requests with an e-mail have a low limit by client address, which all tests would share.
  const from = path.includes('email=') ? freshAddress() : undefined
  const asked = { method: operation.method, ...(from && { from }), ...options }
  const answer = await request(`${api()}${path}`, asked)
  const body = answer.json() as Record<string, unknown>
  const { status, headers } = answer
  expectDeclared(operation, { status, cacheControl: headers['cache-control'], body })
  return { ...answer, body }
}

/** Checks an answer against the contract: its body, or the error with its status and caching. */
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

/** Submits to the served site; the contract must declare the answer. */
export function submit(body: unknown, options: Request & { query?: string } = {}) {
  const { path, ...sent } = submission(body, options)
  return call(submitProduct, path, sent)
}

/** The path and the request of a submission, from a new client address unless `from` is set. */
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

/** A submission that is accepted, with a name, domain and e-mail that no other one has. */
export function validSubmission(
  more: Record<string, unknown> = {},
): Record<string, unknown> & { email: string; url: string } {
  const id = `${process.pid}-${++lastProduct}`
  return {
    name: `Test product ${id}`,
    url: `https://product-${id}.example/`,
    description: 'Answers letters while the post office sleeps.',
    email: `owner-${id}@product-${id}.example`,
    tool_slugs: ['postgresql', 'typescript'],
    ...more,
  }
}

/** Status and code of an error kind, from the table of the contract. */
export function errorOf(kind: ErrorKind) {
  return { status: errors[kind].status, error_code: errors[kind].error_code }
}
