import net from 'node:net'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { exploreArd, listArd, searchArd } from '#contract/ard.ts'
import { operations } from '#contract/index.ts'
import type { Operation } from '#contract/operation.ts'
import { functionRoutes } from '#integration/routes.ts'
import { copyOfBuilt } from '#testing/built-folder.ts'
import {
  type Service,
  freshAddress,
  removeFolder,
  request,
  startService,
} from '#testing/service.ts'

const CRON_SECRET = 'without it the cron is an unknown address'
let service: Service
beforeAll(async () => {
  const { dataDir, environment } = await copyOfBuilt(inject('built'))
  const READ_LIMITS = 'catalogue_reads=3,search_reads=3,picture_reads=3'
  const settings = { ...environment, READ_LIMITS, CRON_SECRET, METRICS_TOKEN: CRON_SECRET }
  service = await startService({ dataDir, environment: settings })
})
afterAll(async () => {
  await service.stop()
  await removeFolder(service.dataDir)
})

const all: Operation[] = Object.values(operations)
const operationAt = (pattern: string): Operation[] => [
  ...all.filter(({ path }) => pattern === `/api/v1${path.replace(/\{(\w+)\}/g, '[$1]')}`),
  ...[searchArd, exploreArd, listArd].filter(({ path }) => pattern === `/ard${path}`),
]

/** An address of a route. Requests for unknown names count, too. */
function addressOf(pattern: string): string {
  if (pattern === '/filtered-products') return '/products?sort=popular'
  return pattern
    .replace('[...path]', 'nothing')
    .replace('[action]', 'run')
    .replace(/\[number\]/, '9999')
    .replace(/\[\w+\]/g, 'x')
}

const ask = async (pattern: string, from: string) => {
  const answers = operationAt(pattern)
  const isPost = answers.length > 0 && answers.every(({ method }) => method !== 'GET')
  const body = isPost ? '{}' : undefined
  const method = body ? 'POST' : 'GET'
  const headers = { 'content-type': 'application/json', accept: 'text/html' }
  return request(`${service.url}${addressOf(pattern)}`, { method, headers, body, from })
}

const isOperator = (file: string) =>
  /^(?:health|ready|cron|metrics|editor|editor-page)\.\w+$/.test(file)
const isWrite = (pattern: string) => operationAt(pattern).some(({ bucket }) => bucket === 'submit')
const counted = Object.entries(functionRoutes).filter(
  ([pattern, file]) => !isOperator(file) && (!isWrite(pattern) || operationAt(pattern).length > 1),
)

describe('every address that a function answers', () => {
  it.each(counted.filter(([pattern]) => pattern !== '/mcp'))(
    '%s answers 429 with the wait when its bucket is empty',
    async (pattern, file) => {
      const from = freshAddress()
      const statuses: number[] = []
      for (let times = 0; times < 3; times++) statuses.push((await ask(pattern, from)).status)
      expect(statuses).not.toContain(429)
      const refused = await ask(pattern, from)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect(refused.headers['ratelimit']).toMatch(/^"\w+_reads";r=0;t=\d+$/)
      if (file.endsWith('.astro')) expect(refused.text).toContain('<h1>Too many requests</h1>')
      else expect(refused.json()).toMatchObject({ error_code: 'RATE_LIMITED' })
    },
  )

  it('those for operators never answer 429, but for more than ten wrong tokens a minute', async () => {
    for (const [pattern] of Object.entries(functionRoutes).filter(([, file]) => isOperator(file))) {
      const from = freshAddress()
      for (let times = 0; times < 5; times++)
        expect((await ask(pattern, from)).status, pattern).not.toBe(429)
    }
  })

  it('a search whose answer fills the page counts once', async () => {
    const from = freshAddress()
    for (const status of [200, 200, 200, 429])
      expect(await request(`${service.url}/search?q=agent`, { from })).toMatchObject({ status })
  })
})

it('a hundred clients that read nothing of a large file take little memory', async () => {
  const memory = async () => {
    const headers = { authorization: `Bearer ${CRON_SECRET}` }
    const { text } = await request(`${service.url}/api/metrics`, { headers })
    return Number(/^process_resident_memory_bytes (\d+)$/m.exec(text)![1])
  }
  const quiet = await memory()
  const { hostname, port } = new URL(service.url)
  const sockets: net.Socket[] = []
  while (sockets.length < 100) {
    const socket = net.connect(Number(port), hostname).pause()
    socket.write('GET /data/snapshot.sqlite HTTP/1.1\r\nhost: a.example\r\n\r\n')
    sockets.push(socket)
    // A concurrent request may share what is read for another.
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  expect((await memory()) - quiet).toBeLessThan(100_000_000)
  for (const socket of sockets) socket.destroy()
})
