import { expect, it } from 'vitest'
import { createLogger } from '#log/logger.ts'
import { note, noteDatabase } from '#log/request.ts'
import { observer } from './observe.ts'

const site = 'https://proofstack.example'

async function observed(
  address: string,
  answer: () => Response | Promise<Response>,
  given: RequestInit = {},
) {
  const lines: Record<string, unknown>[] = []
  const log = createLogger({
    level: 'info',
    format: 'json',
    clock: () => new Date(),
    write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>),
  })
  const response = await observer(log, (run) => run())(
    new Request(`${site}${address}`, given),
    answer,
  )
  return { response, lines }
}

it('a request has one line with what it asked, how it ended and how long it took', async () => {
  const { response, lines } = await observed('/api/v1/search?q=ada', async () => {
    note({ operation: 'search' })
    noteDatabase(1.26)
    await Promise.resolve()
    noteDatabase(2)
    return Response.json({}, { headers: { 'cache-control': 'public, max-age=0' } })
  })
  expect(lines).toEqual([
    {
      level: 'info',
      time: expect.any(String),
      message: 'request',
      request_id: response.headers.get('x-request-id'),
      door: 'rest',
      method: 'GET',
      path: '/api/v1/search',
      operation: 'search',
      status: 200,
      ms: expect.any(Number),
      db_ms: 3.3,
    },
  ])
  expect(response.headers.get('server-timing')).toMatch(/^total;dur=[\d.]+, db;dur=3\.3$/)
})

it('the log field `door` says whether MCP, the API or a page answered', async () => {
  const answer = () => new Response(null)
  const doors = await Promise.all(
    ['/mcp', '/api', '/api/v1/products', '/apis', '/search', '/manage/secret'].map(
      async (address) => (await observed(address, answer)).lines[0]!['door'],
    ),
  )
  expect(doors).toEqual(['mcp', 'rest', 'rest', 'page', 'page', 'page'])
})

it('a line says what was spared: 304, or an answer of the snapshot', async () => {
  const notModified = await observed('/a', () => new Response(null, { status: 304 }))
  expect(notModified.lines[0]).toMatchObject({ status: 304, cache: '304' })
  const headers = { 'x-served-from': 'snapshot' }
  const snapshot = await observed('/a', () => new Response('', { headers }))
  expect(snapshot.lines[0]).toMatchObject({ cache: 'snapshot' })
})

it('what depends on an e-mail or a token tells no times', async () => {
  const secret = { headers: { 'cache-control': 'no-store' } }
  const { response } = await observed('/status', () => new Response('', secret))
  expect(response.headers.has('server-timing')).toBe(false)
  const unsaid = await observed('/status', () => new Response(''))
  expect(unsaid.response.headers.has('server-timing')).toBe(false)
})

it('an error that no handler catches is a 500 with the id of the log line, without its message', async () => {
  const { response, lines } = await observed('/manage/secret', () => {
    throw new Error('ada@example.com broke it')
  })
  expect(response.status).toBe(500)
  expect(await response.json()).toMatchObject({ error_code: 'INTERNAL_ERROR' })
  const id = response.headers.get('x-request-id')
  expect(lines).toMatchObject([
    { level: 'error', request_id: id, message: 'GET /manage/<token> failed' },
    { level: 'warn', request_id: id, message: 'request', status: 500 },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/ada|\/secret/)
})

it('a redirect is named, too, and keeps where it leads', async () => {
  const { response } = await observed('/compare', () => Response.redirect(`${site}/x`, 302))
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toBe(`${site}/x`)
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})
