import { expect, inject } from 'vitest'
import { ApiErrorBody, type ErrorKind, errors } from '#contract/errors.ts'
import type { Operation } from '#contract/operation.ts'
import { type Answer, type Request, freshAddress, request } from './service.ts'

/** The address of the served API. */
export const api = () => `${inject('served').url}/api/v1`

/**
 * Calls an operation and checks that the answer is one that the contract declares, with nothing
 * beside it.
 */
export async function call(
  operation: Operation,
  path: string,
  options: Request = {},
): Promise<Answer & { body: Record<string, unknown> }> {
  // Questions by e-mail are few from one address, and all tests of a service would share theirs.
  const from = path.includes('email=') ? freshAddress() : undefined
  const asked = { method: operation.method, ...(from && { from }), ...options }
  const answer = await request(`${api()}${path}`, asked)
  const body = answer.json() as Record<string, unknown>
  const declared = operation.responses[answer.status]
  if (declared) expect(declared.schema.parse(body)).toEqual(body)
  else expectDeclaredError(operation, answer, body)
  return { ...answer, body }
}

function expectDeclaredError(operation: Operation, answer: Answer, body: unknown) {
  const declared = operation.errors
    .map((kind) => errors[kind])
    .filter(({ status }) => status === answer.status)
  const { error_code, error } = ApiErrorBody.parse(body)
  expect(declared.map((entry) => entry.error_code)).toContain(error_code)
  expect(error).toMatch(/^\S.*[.?!)]$|https?:\/\/\S+$/s)
  expect(answer.headers['cache-control']).toBe('no-store')
}

/** Posts a submission from a client that nobody has seen, unless `from` says which. */
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

/** A submission that is accepted, with a name, domain and e-mail of its own. */
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

/** The error of a kind, as the table of the contract has it. */
export function errorOf(kind: ErrorKind) {
  return { status: errors[kind].status, error_code: errors[kind].error_code }
}
