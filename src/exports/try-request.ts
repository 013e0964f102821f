// The example request of an operation as a form, so that a reader can send it without a program.
import { apiRoot } from '#contract/api-version.ts'
import type { Operation } from '#contract/operation.ts'
import { exampleRequest } from './example-request.ts'

export interface TryRequest {
  /** The path of the request. A form cannot change it without a script. */
  action: string
  fields: { name: string; value: string }[]
}

/** Undefined for operations with a body, which a form cannot send as JSON. */
export function tryRequest(operation: Operation): TryRequest | undefined {
  if (operation.method !== 'GET') return undefined
  const { pathname, searchParams } = new URL(
    apiRoot + exampleRequest(operation).path,
    'https://proofstack.example',
  )
  return {
    action: pathname,
    fields: [...searchParams].map(([name, value]) => ({ name, value })),
  }
}
