import path from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { submission, validSubmission } from '#testing/api.ts'
import { copyOfBuilt } from '#testing/built-folder.ts'
import { type Service, freePort, request, startService } from '#testing/service.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'

let dev: Service

beforeAll(async () => {
  const folder = temporaryFolder()
  // A copied database, as at every start but the first.
  await copyOfBuilt(inject('built'), { dataDir: path.join(folder, 'dev') })
  const environment = { PORT: String(await freePort()), DATABASE_URL: 'postgres://elsewhere/used' }
  dev = await startService({ script: 'dev.ts', dataDir: folder, environment })
})
afterAll(async () => {
  await dev.stop()
})

it('npm run dev answers pages, functions, MCP and submissions, and ignores DATABASE_URL', async () => {
  const page = await request(`${dev.url}/product/n8n`)
  expect(page.text).toContain('/@vite/client')
  const markdown = await request(`${dev.url}/docs/mcp`, { headers: { accept: 'text/markdown' } })
  expect(markdown.headers['content-type']).toBe('text/markdown; charset=utf-8')
  expect(markdown.text).toMatch(/^# MCP/)
  const filtered = await request(`${dev.url}/products?tool=langgraph&tool=postgresql`)
  expect(filtered.headers['x-request-id']).toBeDefined()
  expect(filtered.text).toContain('built with LangGraph')

  const { path: address, ...sent } = submission(validSubmission())
  expect((await request(`${dev.url}/api/v1${address}`, sent)).status).toBe(201)
  const listed = await request(`${dev.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  expect(listed.json()).toHaveProperty('result.tools.0.name')
})
