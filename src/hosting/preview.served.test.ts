import { readdir } from 'node:fs/promises'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { listening } from '#testing/server-process.ts'
import { freshAddress, request } from '#testing/service.ts'
import { openBuild } from './build-output.ts'

// The function of the build with the settings of a preview on the platform: those of production, and no
// database of its own. The database of production is a server of this test, which counts connections.
const site = 'https://proofstack-abc123.vercel.app'
let callers = 0
let database: net.Server
let server: http.Server
let build: ReturnType<typeof openBuild>
let url: string

beforeAll(async () => {
  database = net.createServer((socket) => {
    callers++
    socket.destroy()
  })
  const port = await listening(database)
  const builds = path.join(inject('served').dataDir, 'site')
  const [folder = ''] = await readdir(builds)
  build = openBuild(path.join(builds, folder), {
    VERCEL: '1',
    VERCEL_ENV: 'preview',
    VERCEL_URL: new URL(site).host,
    SITE_URL: 'https://proofstack.example',
    DATABASE_URL: `postgres://u:p@127.0.0.1:${port}/live`,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    REBUILD_HOOK_URL: `http://127.0.0.1:${port}/`,
  })
  server = http.createServer((call, answer) => void build.handle(call, answer, freshAddress()))
  url = `http://127.0.0.1:${await listening(server)}`
})

afterAll(async () => {
  server.close()
  await build.close()
  database.close()
})

const ask = (address: string) => request(`${url}/api/v1${address}`)
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const mcp = (origin: string) =>
  request(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', origin },
    body: JSON.stringify(list),
  })

it('a preview without a database answers from the catalogue', async () => {
  expect((await ask('/products')).status).toBe(200)
  for (const address of ['/products/n8n', '/search?q=automation', '/recommend?task=support'])
    expect(await ask(address)).toMatchObject({ status: 200 })
})

it('answers 503 with a wait as JSON to requests that need a database', async () => {
  const submitted = await request(`${url}/api/v1/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  for (const answer of [submitted, await ask('/changelog'), await ask('/products/nobody')]) {
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '60' } })
    expect(answer.json()).toMatchObject({ error_code: 'INTERNAL_ERROR' })
  }
})

it('accepts its own Origin at /mcp, not that of production', async () => {
  expect((await mcp(site)).status).toBe(200)
  expect((await mcp('https://proofstack.example')).status).toBe(403)
})

it('never connects to production', () => {
  expect(callers).toBe(0)
})
