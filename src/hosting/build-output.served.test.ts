import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { normalizeRoutes } from '@vercel/routing-utils'
import { expect, inject, it } from 'vitest'
import { ApiErrorBody } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { request } from '#testing/service.ts'
import { measureOutput, overLimits } from './platform-limits.ts'
import { Config } from './route.ts'

async function builtFolder(): Promise<string> {
  const builds = path.join(inject('served').dataDir, 'site')
  const [folder = ''] = await readdir(builds)
  return path.join(builds, folder)
}

it('the platform accepts the routes of config.json', async () => {
  const config: unknown = JSON.parse(
    await readFile(path.join(await builtFolder(), 'config.json'), 'utf8'),
  )
  const { routes } = Config.parse(config)
  expect(routes.length).toBeGreaterThan(20)
  // Its type does not allow undefined for optional fields.
  const given = routes as Parameters<typeof normalizeRoutes>[0]
  expect(normalizeRoutes(given).error).toBeNull()
})

it.each([
  '/data/days.json',
  '/data/2026-11-28/index.json',
  '/data/2026-11-28/index.json.sig',
  '/data/2026-11-28/catalog-1.ndjson',
])(
  '%s is a 410 from a file, as JSON to any origin that says where the whole files are',
  async (path) => {
    const address = `${inject('served').url}${path}`
    const answer = await request(address, { headers: { accept: 'text/html' } })
    expect(answer).toMatchObject({
      status: 410,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'access-control-allow-origin': '*',
      },
    })
    expect(ApiErrorBody.parse(answer.json()).error).toContain('/data/index.json')
    // Every answer of a function has this header.
    expect(answer.headers['x-request-id']).toBeUndefined()
    const head = await request(address, { method: 'HEAD' })
    expect([head.status, head.bytes.length]).toEqual([410, 0])
  },
)

it('the cron, the duration and the memory of the function are in the build', async () => {
  const folder = await builtFolder()
  const read = async (name: string) =>
    JSON.parse(await readFile(path.join(folder, name), 'utf8')) as unknown
  expect(await read('config.json')).toMatchObject({
    crons: [{ path: '/api/cron', schedule: '0 6 * * *' }],
  })
  expect(await read('functions/_render.func/.vc-config.json')).toMatchObject({
    runtime: 'nodejs24.x',
    maxDuration: 15,
    memory: 1_024,
  })
})

it('the build is within the limits of the platform', async () => {
  const figures = await measureOutput(await builtFolder())
  // The figures are real.
  expect(figures.functionBytes).toBeGreaterThan(1_000_000)
  expect(figures.files).toBeGreaterThan(500)
  expect(figures.srcCharacters).toBeGreaterThan(20)
  expect(overLimits(figures)).toEqual([])
})

it('the largest list stays far below the size limit of an answer', async () => {
  const { url } = inject('served')
  const answers = await Promise.all(
    ['/api/v1/products?limit=48', '/api/v1/recommend?task=support&limit=24'].map((address) =>
      request(`${url}${address}`),
    ),
  )
  const answerBytes = Math.max(...answers.map(({ bytes }) => bytes.length))
  expect(answerBytes).toBeGreaterThan(10_000)
  // Room for longer texts than those of the starter listings.
  expect(overLimits({ answerBytes: answerBytes * 4 })).toEqual([])
  expect(overLimits({ bodyBytes: limits.body_bytes })).toEqual([])
})
