import { readFile } from 'node:fs/promises'
import { beforeAll, expect, it } from 'vitest'
import { readQueueLengths } from '#db/queries/queue-lengths.ts'
import { note, noteDatabase } from '#log/request.ts'
import { createLogger } from '#log/logger.ts'
import { healthCheck } from '#service/health.ts'
import { rateLimited } from '#service/failure.ts'
import { testDatabase } from '#testing/database.ts'
import { type TestService, testService } from '#testing/service-parts.ts'
import { fallback } from './fallback.ts'
import { metricsRoute } from './metrics-route.ts'
import { openMetrics } from './metrics.ts'
import { observer } from './observe.ts'

const database = testDatabase()
let service: TestService
beforeAll(async () => {
  service = await testService(database.db)
})

const logger = createLogger({
  level: 'error',
  format: 'json',
  clock: () => new Date(),
  write: () => {},
})

const parts = { store: { ask: async () => undefined }, dataDir: '.' }

/** Metrics of as many threads, each of which has counted what this one has. */
function metricsOf(threads: number) {
  const metrics = openMetrics({
    health: () => healthCheck(service, parts).health(),
    queues: () => readQueueLengths(database.db),
    acrossThreads: (own) => async () => Promise.all(Array.from({ length: threads }, own)),
  })
  const observe = observer(logger, (run) => run(), metrics.answered)
  const answer = (path: string, run: () => Response) =>
    observe(new Request(`${service.urls.site}${path}`), run)
  return { metrics, answer }
}

const valueOf = (text: string, line: string) =>
  Number(
    text
      .split('\n')
      .find((one) => one.startsWith(`${line} `))
      ?.split(' ')
      .at(-1),
  )

it('requests are counted by handler, operation and status, with their milliseconds and the database', async () => {
  const { metrics, answer } = metricsOf(1)
  for (const _ of [1, 2])
    await answer('/api/v1/search?q=ada@example.com', () => {
      note({ operation: 'search' })
      noteDatabase(3)
      noteDatabase(2)
      return new Response()
    })
  await answer('/secret-path-of-a-stranger', () => new Response(null, { status: 404 }))
  await answer('/manage/secret', () => new Response(null, { status: 304 }))
  await answer('/mcp', () => {
    rateLimited(10, 'At most')
    return new Response()
  })
  metrics.storeOutage()
  const text = await metrics.text()
  const search = 'handler="rest",operation="search"'
  expect(text).toContain(`proofstack_requests_total{${search},status="200",cache=""} 2`)
  expect(text).toContain(`proofstack_request_milliseconds_count{${search}} 2`)
  expect(text).toContain(`proofstack_database_milliseconds_total{${search}} 10`)
  expect(text).toContain(`proofstack_database_waits_total{${search}} 4`)
  expect(text).toContain(
    'proofstack_requests_total{handler="manage",operation="",status="304",cache="304"} 1',
  )
  expect(text).toContain('proofstack_rate_limit_refusals_total{bucket="submissions"} 1')
  expect(text).toContain('proofstack_rate_limit_store_outages_total 1')
  expect(text).not.toMatch(/ada|secret/)
})

it('what health knows, queues and the process are in it', async () => {
  const text = await metricsOf(1).metrics.text()
  expect(valueOf(text, 'proofstack_database_up')).toBe(1)
  expect(valueOf(text, 'proofstack_database_writable')).toBe(1)
  expect(valueOf(text, 'proofstack_submissions_pending')).toBe(0)
  expect(valueOf(text, 'proofstack_rebuilds_due')).toBe(0)
  expect(valueOf(text, 'proofstack_mails_waiting')).toBe(0)
  expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
  // Every line is one that Prometheus reads.
  const line = /^(?:#.*|[a-z_0-9]+(?:\{[^}]*\})? (?:[\d.e+-]+|NaN|[+-]Inf))?$/i
  expect(text.split('\n').filter((one) => !line.test(one))).toEqual([])
})

it('the guide names metrics that there are', async () => {
  const guide = await readFile('content/docs/operate.md', 'utf8')
  const named = [...guide.matchAll(/\bproofstack_\w+/g)].map(([name]) =>
    name.replace(/_bucket$/, ''),
  )
  const text = await metricsOf(1).metrics.text()
  const known = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

it('threads are summed, but memory and CPU of their process are not', async () => {
  const one = metricsOf(1)
  const three = metricsOf(3)
  for (const { answer } of [one, three]) await answer('/mcp', () => new Response())
  const [alone, together] = [await one.metrics.text(), await three.metrics.text()]
  const request = 'proofstack_requests_total{handler="mcp",operation="",status="200",cache=""}'
  expect([valueOf(alone, request), valueOf(together, request)]).toEqual([1, 3])
  const memory = (text: string) => valueOf(text, 'process_resident_memory_bytes')
  expect(memory(together)).toBeLessThan(2 * memory(alone))
})

it('the address needs its token, and without the setting is one that does not exist', async () => {
  const ask = async (token: string | undefined, authorization?: string) => {
    const request = new Request(`${service.urls.site}/api/metrics`, {
      headers: authorization === undefined ? {} : { authorization },
    })
    const response = await metricsRoute(service, token, async () => 'a 1\n')({ request })
    return { status: response.status, text: await response.text() }
  }
  const request = new Request(`${service.urls.site}/api/metrics`)
  const unknown = await (await fallback(service)({ request })).text()
  expect(await ask(undefined, 'Bearer x')).toEqual({ status: 404, text: unknown })
  expect((await ask('sixteen letters!')).status).toBe(401)
  expect((await ask('sixteen letters!', 'Bearer sixteen letters?')).status).toBe(401)
  expect(await ask('sixteen letters!', 'Bearer sixteen letters!')).toEqual({
    status: 200,
    text: 'a 1\n',
  })
})
