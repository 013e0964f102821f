import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@vercel/kv'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type TestRedis, startRedis } from '#testing/redis.ts'
import { type Settings, runChecks } from './checks.ts'

let redis: TestRedis
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.close())

async function found(more: Settings = {}, ms?: number) {
  const settings = { KV_REST_API_URL: redis.url, KV_REST_API_TOKEN: redis.token, ...more }
  const [checked] = await runChecks(settings, ['limits'], ms)
  return checked!
}

describe('the rate-limit store', () => {
  it('passes when it is a Redis, and the key of the check expires', async () => {
    expect(await found()).toEqual({
      name: 'limits',
      state: 'ok',
      says: 'The store of the limits answers, and runs a script at a time.',
    })
    const client = createClient({ url: redis.url, token: redis.token, retry: false })
    const [key, ...others] = await client.keys('*')
    expect(others).toEqual([])
    expect(await client.get(key!)).toBe(20)
    expect(await client.ttl(key!)).toBeGreaterThan(0)
  })

  it('that refuses the token fails, without the token in the sentence', async () => {
    const checked = await found({ KV_REST_API_TOKEN: 'hunter2 hunter2' })
    expect(checked).toMatchObject({
      state: 'failed',
      says: expect.stringContaining('Unauthorized'),
    })
    expect(JSON.stringify(checked)).not.toContain('hunter2')
  })

  it('that mixes scripts fails', async () => {
    const server = await mixingStore()
    const { port } = server.address() as AddressInfo
    expect(await found({ KV_REST_API_URL: `http://127.0.0.1:${port}` })).toMatchObject({
      state: 'failed',
      says: 'Twenty scripts at once were not counted one by one.',
    })
    server.close()
  })
})

/** A store that runs the commands of a script one by one, with those of other scripts between them. */
function mixingStore(): Promise<http.Server> {
  const client = createClient({ url: redis.url, token: redis.token, retry: false })
  const server = http.createServer(async (request, response) => {
    const words = (await Array.fromAsync(request)).join('')
    const key = (JSON.parse(words) as string[]).at(-1)!
    const result = Number((await client.get(key)) ?? 0) + 1
    await client.set(key, result, { ex: 60 })
    response.end(JSON.stringify({ result }))
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

describe('a store in trouble', () => {
  afterEach(async () => {
    redis.thaw()
    await redis.stop()
    await redis.start()
  })

  it('that is frozen fails at the deadline', async () => {
    redis.freeze()
    expect(await found({}, 300)).toMatchObject({ state: 'failed', says: 'No answer within 0.3 s.' })
  })

  it('whose Redis is away fails with that reason', async () => {
    await redis.stop()
    const says = expect.stringContaining('Redis is away') as string
    expect(await found()).toMatchObject({ state: 'failed', says })
  })
})
