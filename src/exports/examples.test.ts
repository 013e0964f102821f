import { describe, expect, it } from 'vitest'
import { ApiErrorBody, errors } from '#contract/errors.ts'
import { operations } from '#contract/index.ts'
import type { Operation } from '#contract/operation.ts'
import { exampleRequest, tryRequest } from './example-request.ts'
import { examplesOf } from './examples.ts'

const site = 'https://directory.example'

describe.each(Object.values(operations) as Operation[])('the example of $id', (operation) => {
  const { answers, errors: failures } = examplesOf(operation.id, site)

  it('is a valid request of the contract', () => {
    for (const part of ['params', 'query', 'body'] as const) {
      const value = operation.example[part] ?? (part === 'body' ? undefined : {})
      expect(
        (operation[part] ? operation[part].safeParse(value).error : undefined)?.issues,
      ).toBeUndefined()
      expect(operation[part] === undefined && operation.example[part] !== undefined).toBe(false)
    }
  })

  it('has an answer for every declared status, with declared fields only', () => {
    expect(Object.keys(answers)).toEqual(Object.keys(operation.responses))
    for (const [status, body] of Object.entries(answers))
      expect(operation.responses[Number(status)]!.schema.parse(body)).toEqual(body)
  })

  it('has an answer for every declared error', () => {
    expect(Object.keys(failures)).toEqual([...operation.errors])
    for (const kind of operation.errors) {
      expect(ApiErrorBody.strict().parse(failures[kind])).toEqual(failures[kind])
      expect(failures[kind]!.error_code).toBe(errors[kind].error_code)
    }
  })

  it('has no address or id from the machine that recorded it', () => {
    const text = JSON.stringify(answers)
    expect(text).not.toMatch(/localhost|127\.0\.0\.1|proofstack\.example/)
    for (const [id] of text.matchAll(/"[0-9a-f]{8}-[0-9a-f]{4}-[^"]{22}"/g))
      expect(id).toMatch(/^"00000000-0000-4000-8000-/)
  })
})

it('an example is readable as a request', () => {
  expect(exampleRequest(operations.compare_products)).toEqual({
    method: 'GET',
    path: '/compare?slugs=n8n,dify',
  })
  expect(exampleRequest(operations.get_product)).toEqual({ method: 'GET', path: '/products/n8n' })
  expect(exampleRequest(operations.lookup_by_url).path).toBe('/lookup?url=https://n8n.io/pricing')
  expect(exampleRequest(operations.search).path).toBe('/search?q=browser%20automation&limit=2')
  expect(JSON.parse(exampleRequest(operations.submit_product).body!)).toEqual(
    operations.submit_product.example.body,
  )
})

it('the form of a read has its example filled in; an operation with a body has no form', () => {
  expect(tryRequest(operations.search)).toEqual({
    action: '/api/v1/search',
    fields: [
      { name: 'q', value: 'browser automation' },
      { name: 'limit', value: '2' },
    ],
  })
  expect(tryRequest(operations.get_product)?.action).toMatch(/^\/api\/v1\/products\/[a-z0-9-]+$/)
  expect(tryRequest(operations.submit_product)).toBeUndefined()
})
