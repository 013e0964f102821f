import { expect, it } from 'vitest'
import { operations } from '#contract/index.ts'
import type { Operation } from '#contract/operation.ts'
import { call, submission, validSubmission } from '#testing/api.ts'
import { exampleRequest } from './example-request.ts'
import { examplesOf } from './examples.ts'

const reads = (Object.values(operations) as Operation[]).filter(({ method }) => method === 'GET')

it.each(reads)(
  'the answer to the example of $id has the same fields as the recorded answer',
  async (operation) => {
    const { status, body } = await call(operation, exampleRequest(operation).path)
    const recorded = examplesOf(operation.id, '').answers[status] as object
    expect(Object.keys(body)).toEqual(Object.keys(recorded))
  },
)

it('the example of submit_product is accepted with a new domain and a new e-mail', async () => {
  const { url, email } = validSubmission()
  const body = { ...operations.submit_product.example.body, url, email }
  for (const [query, status] of Object.entries({ '?dry_run=true': 200, '': 201 })) {
    const { path, ...options } = submission(body, { query })
    const answer = await call(operations.submit_product, path, options)
    expect(answer.status).toBe(status)
    expect(Object.keys(answer.body)).toEqual(
      Object.keys(examplesOf('submit_product', '').answers[status] as object),
    )
  }
})
