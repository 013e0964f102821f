import { readdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { connect } from '#db/connection/connect.ts'
import { type EmbeddedDatabase, openEmbedded } from '#db/embedded/open.ts'
import { copyOfBuilt } from '#testing/built-folder.ts'
import { eventually } from '#testing/editor.ts'
import {
  type Service,
  freshAddress,
  removeFolder,
  request,
  startService,
} from '#testing/service.ts'

// This test opens the database of the service itself, so that it can break and close it.
let folder: string
let database: EmbeddedDatabase
let service: Service

beforeAll(async () => {
  // The database is from one copy of the built folder, the build from another.
  folder = (await copyOfBuilt(inject('built'))).dataDir
  database = await openEmbedded(folder)
  const { dataDir, environment } = await copyOfBuilt(inject('built'))
  service = await startService({
    dataDir,
    environment: { ...environment, DATABASE_URL: database.url, SERVICE_SECRET: 'x'.repeat(32) },
  })
})

afterAll(async () => {
  await service.stop()
  await Promise.all([folder, service.dataDir].map(removeFolder))
})

const get = (address: string) => request(`${service.url}/api/v1${address}`)
const submit = () =>
  request(`${service.url}/api/v1/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    from: freshAddress(),
  })

it('an unexpected failure is a 500 as JSON, without its text, and is logged once', async () => {
  const admin = connect(database.url, { max: 1, onError: () => {} })
  await sql`alter table products rename to hidden_products`.execute(admin)
  const before = service.printed().length
  const answer = await get('/products/nobody?email=ada%40example.com')
  expect(answer).toMatchObject({
    status: 500,
    headers: { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' },
  })
  expect(answer.json()).toEqual({
    error: 'Something went wrong on our side. Try again later.',
    error_code: 'INTERNAL_ERROR',
  })
  // The log is another stream: its line may arrive after the answer.
  const logged = await eventually(
    async () => service.printed().slice(before),
    (printed) => printed.includes(' failed'),
  )
  expect(logged.match(/GET \/api\/v1\/products\/nobody failed/g)).toHaveLength(1)
  // The log has the cause, but not the e-mail address of the request.
  expect(logged).toMatch(/relation \\?"products\\?" does not exist/)
  expect(logged).not.toMatch(/ada(?:@|%40)/)
  expect(await callTool('get_product', { slug: 'nobody' })).toMatchObject({
    isError: true,
    structuredContent: {
      error_code: 'INTERNAL_ERROR',
      message: 'Something went wrong on our side. Try again later.',
    },
  })
  await sql`alter table hidden_products rename to products`.execute(admin)
  await admin.destroy()
  expect((await get('/products/nobody')).status).toBe(404)
})

it('a page that fails answers the same 500 with the id of the request, and is logged once', async () => {
  const files = await readdir(service.dataDir, { recursive: true })
  const [templates] = files.filter((file) => file.endsWith('.generated/mails.json'))
  const file = path.join(service.dataDir, templates!)
  await rename(file, `${file}.away`)
  const before = service.printed().length
  const answer = await request(`${service.url}/mail-off?token=ada%40example.com`)
  await rename(`${file}.away`, file)
  expect(answer).toMatchObject({
    status: 500,
    headers: { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' },
  })
  expect(answer.json()).toMatchObject({ error_code: 'INTERNAL_ERROR' })
  const logged = await eventually(
    async () => service.printed().slice(before),
    // stdout and stderr arrive in either order.
    (printed) => / failed"/.test(printed) && printed.includes('"message":"request"'),
  )
  expect(logged.match(/the build has left no \.generated\/mails\.json/g)).toHaveLength(1)
  const lines = logged.split('\n').filter((line) => line.startsWith('{'))
  const ofRequest = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line['request_id'] === answer.headers['x-request-id'])
    .map(({ message, status }) => ({ message, status }))
  expect(ofRequest).toHaveLength(2)
  expect(ofRequest).toContainEqual({ message: 'GET /mail-off failed', status: undefined })
  expect(ofRequest).toContainEqual({ message: 'request', status: 500 })
  expect(logged).not.toMatch(/ada(?:@|%40)/)
  expect((await request(`${service.url}/mail-off?token=x`)).status).toBe(404)
})

const callTool = async (name: string, given: object) => {
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: given },
  }
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const answer = await request(`${service.url}/mcp`, {
    method: 'POST',
    headers,
    body: JSON.stringify(message),
  })
  return (answer.json() as { result: Record<string, unknown> }).result
}

it('without the database, listings come from the catalogue, and a product carries X-Served-From within seconds', async () => {
  await database.close()
  const product = await eventually(
    () => get('/products/n8n'),
    ({ headers }) => headers['x-served-from'] === 'snapshot',
  )
  expect(product.status).toBe(200)
  expect(product.json()).toMatchObject({ product: { slug: 'n8n', status: 'approved' } })
  // Static files do not depend on the database.
  const tools = await get('/tools')
  expect(tools.status).toBe(200)
  expect(tools.headers['x-served-from']).toBeUndefined()
  expect((await request(`${service.url}/product/n8n`)).status).toBe(200)
  for (const address of [
    '/products',
    '/lookup?url=n8n.io',
    '/compare?slugs=n8n,dify',
    '/search?q=postgres&limit=3',
    '/recommend?task=customer%20support&stack=ruby-on-rails,postgresql',
  ]) {
    const { status, headers } = await get(address)
    expect([status, headers['x-served-from']]).toEqual([200, undefined])
  }
})

it('without the database, every other slug, the changelog and a submission get the same 503', async () => {
  const answers = await Promise.all([
    get('/products/pending-one'),
    get('/products/pending-one?email=a%40example.com'),
    get('/products/nobody'),
    get('/compare?slugs=n8n,pending-one'),
    get('/compare?slugs=n8n,nobody'),
    get('/changelog'),
    get('/changelog?order=asc&limit=1'),
    submit(),
  ])
  for (const answer of answers) {
    expect(answer).toMatchObject({
      status: 503,
      headers: { 'retry-after': '60', 'cache-control': 'no-store' },
    })
    expect(answer.json()).toMatchObject({ error_code: 'INTERNAL_ERROR' })
  }
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect((await request(`${service.url}/confirm-owner?token=x`)).status).toBe(503)
})

it('once the database is back, every answer is complete again', async () => {
  database = await openEmbedded(folder)
  const answer = await eventually(
    () => get('/products/n8n'),
    ({ headers }) => headers['x-served-from'] === undefined,
  )
  expect(answer.status).toBe(200)
  for (const address of ['/compare?slugs=n8n,dify', '/search?q=n8n', '/recommend?task=support']) {
    const { status, headers } = await get(address)
    expect([status, headers['x-served-from']]).toEqual([200, undefined])
  }
  expect((await get('/changelog')).status).toBe(200)
  expect((await submit()).status).toBe(400)
  await database.close()
})
