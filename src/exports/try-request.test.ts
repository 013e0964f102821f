import { expect, it } from 'vitest'
import { operations } from '#contract/index.ts'
import { tryRequest } from './try-request.ts'

it('the form of a read has its example filled in, and sends it to the API', () => {
  expect(tryRequest(operations.search)).toEqual({
    action: '/api/v1/search',
    fields: [
      { name: 'q', value: 'browser automation' },
      { name: 'limit', value: '2' },
    ],
  })
  expect(tryRequest(operations.get_product)?.action).toMatch(/^\/api\/v1\/products\/[a-z0-9-]+$/)
})

it('an operation with a body has no form', () => {
  expect(tryRequest(operations.submit_product)).toBeUndefined()
})
