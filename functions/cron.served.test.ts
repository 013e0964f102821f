import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { copyOfBuilt } from '#testing/built-folder.ts'
import { eventually } from '#testing/editor.ts'
import {
  type Service,
  freshAddress,
  removeFolder,
  request,
  runScript,
  startService,
} from '#testing/service.ts'
import { validSubmission } from '#testing/api.ts'

// A separate service: the restriction of this test must not affect other tests.
const secret = 'a secret of the cron'
let service: Service
beforeAll(async () => {
  const { dataDir, environment } = await copyOfBuilt(inject('built'))
  service = await startService({
    dataDir,
    environment: { ...environment, CRON_SECRET: secret, RECHECK: 'off' },
  })
})
afterAll(async () => {
  await service.stop()
  await removeFolder(service.dataDir)
})

const get = (path: string, headers = {}) => request(`${service.url}${path}`, { headers })
const restrict = (...args: string[]) =>
  runScript('editor.ts', ['restrict', ...args, '--yes', '--json'], { dataDir: service.dataDir })

it('the cron runs every job within ten seconds, and needs the secret', async () => {
  expect((await get('/api/cron')).status).toBe(401)
  // On a busy machine a job may fail: the answer is a 500, and the next round does the job.
  const answer = await eventually(
    () => get('/api/cron', { authorization: `Bearer ${secret}` }),
    ({ status }) => status !== 500,
  )
  expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store'])
  const { chores: jobs } = answer.json() as { chores: { name: string; milliseconds: number }[] }
  const names = ['mails', 'badges', 'proofs', 'claims', 'sweeping', 'notices', 'rebuilds']
  expect(jobs.map(({ name }) => name)).toEqual(names)
  for (const { milliseconds } of jobs) expect(milliseconds).toBeLessThan(10_000)
})

it('restricted access: API, MCP, search and forms refuse with a wait; files and the cron still answer', async () => {
  expect((await get('/api/v1/products')).status).toBe(200)
  const { code, stdout } = await restrict('--minutes', '30')
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { outcome: 'restricted' }])
  const set = Date.now()
  const first = await eventually(
    () => get('/api/v1/products'),
    ({ status }) => status === 503,
  )
  expect(Date.now() - set).toBeLessThan(10_000)
  expect(first.json()).toMatchObject({ error_code: 'PUBLIC_API_TEMPORARILY_RESTRICTED' })
  expect(Number(first.headers['retry-after'])).toBeGreaterThan(1_700)
  expect(first.headers['cache-control']).toBe('no-store')

  for (const path of ['/search?q=n8n', '/compare?slugs=n8n,dify', '/submit']) {
    const page = await get(path)
    expect(`${path} ${page.status}`).toBe(`${path} 503`)
    expect(page.headers['retry-after']).toMatch(/^\d+$/)
    expect(page.text).toContain('Access is restricted at the moment')
  }
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_tools' } }
  const mcp = await request(`${service.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(call),
  })
  expect([mcp.status, mcp.json()]).toMatchObject([
    200,
    { result: { isError: true, structuredContent: { retry_after_seconds: expect.any(Number) } } },
  ])
  for (const path of ['/', '/product/n8n', '/api/v1/tools', '/data/index.json'])
    expect(`${path} ${(await get(path)).status}`).toBe(`${path} 200`)
  expect((await get('/api/cron', { authorization: `Bearer ${secret}` })).status).toBe(200)

  expect((await restrict('--off')).code).toBe(0)
  await eventually(
    () => get('/api/v1/products'),
    ({ status }) => status === 200,
  )
  const submitted = await request(`${service.url}/api/v1/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(validSubmission()),
    from: freshAddress(),
  })
  expect(submitted.status).toBe(201)
})
