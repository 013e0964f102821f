import { beforeAll, expect, it } from 'vitest'
import { operations } from '#contract/index.ts'
import type { Operation } from '#contract/operation.ts'
import { api, submission, validSubmission } from '#testing/api.ts'
import { type ApiDocument, describedBy } from '#testing/described.ts'
import { type Answer, freshAddress, request } from '#testing/service.ts'
import { exampleRequest } from './example-request.ts'

let problemsOf: ReturnType<typeof describedBy>

beforeAll(async () => {
  problemsOf = describedBy((await request(`${api()}/openapi`)).json() as ApiDocument)
})

function expectDescribed({ method, path }: Operation, answer: Answer) {
  const asked = `${method} ${path} answered ${answer.status}`
  expect({ asked, problems: problemsOf(method, path, answer) }).toEqual({ asked, problems: [] })
}

const all = Object.values(operations) as Operation[]
const reads = all.filter(({ method }) => method === 'GET')

it.each(reads)('$method $path answers as the document says', async (operation) => {
  expectDescribed(operation, await request(`${api()}${exampleRequest(operation).path}`))
})

it.each(reads)(
  '$method $path answers its own ETag with a 304, as the document says',
  async (operation) => {
    const address = `${api()}${exampleRequest(operation).path}`
    const { etag = '' } = (await request(address)).headers
    expect(etag).toMatch(/^"[\w-]+"$/)
    const answer = await request(address, { headers: { 'if-none-match': etag } })
    expect(answer.status).toBe(304)
    expectDescribed(operation, answer)
  },
)

it.each(all)('$method $path refuses another method as the document says', async (operation) => {
  const answer = await request(`${api()}${exampleRequest(operation).path}`, { method: 'DELETE' })
  expect(answer.status).toBe(405)
  expectDescribed(operation, answer)
})

it.each([
  ['/search?limit=0', 400, operations.search],
  ['/products?limit=100', 400, operations.list_products],
  ['/products/no-such-product', 404, operations.get_product],
  ['/lookup?url=nowhere.example', 200, operations.lookup_by_url],
  ['/lookup?url=127.0.0.1', 400, operations.lookup_by_url],
  ['/recommend', 400, operations.recommend_products],
  ['/compare?slugs=n8n', 400, operations.compare_products],
  ['/compare?slugs=n8n,no-such-product', 404, operations.compare_products],
  ['/changelog?since=yesterday', 400, operations.list_changelog],
] as const)('%s answers %i as the document says', async (path, status, operation) => {
  const answer = await request(`${api()}${path}`)
  expect(answer.status).toBe(status)
  expectDescribed(operation, answer)
})

it('POST /submit answers as the document says: a dry run, a submission, its status, and every refusal', async () => {
  const operation = operations.submit_product
  const send = async (
    body: unknown,
    status: number,
    options: Parameters<typeof submission>[1] = {},
  ) => {
    const { path, ...sent } = submission(body, options)
    const answer = await request(`${api()}${path}`, sent)
    expect(answer.status).toBe(status)
    expectDescribed(operation, answer)
    return answer
  }
  const body = validSubmission()
  const headers = { 'idempotency-key': `openapi-${process.pid}` }
  const from = freshAddress()
  await send(body, 200, { query: '?dry_run=true' })
  const { review_status_url } = (await send(body, 201, { headers, from })).json() as {
    review_status_url: string
  }
  const replayed = await send(body, 201, { headers, from })
  expect(replayed.headers['idempotency-replayed']).toBe('true')
  const { pathname, search } = new URL(review_status_url)
  expectDescribed(
    operations.get_product,
    await request(`${api().replace('/api/v1', pathname)}${search}`),
  )
  await send({ ...body, description: 'Another.' }, 422, { headers })
  await send(body, 409)
  await send(validSubmission(), 429, { from })
  await send({}, 400)
  await send(validSubmission({ tool_slugs: ['abacus'] }), 400)
  await send('x'.repeat(70_000), 413)
  await send(body, 415, { headers: { 'content-type': 'text/plain' } })
})
