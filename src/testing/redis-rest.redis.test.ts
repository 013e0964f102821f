import { createClient } from '@vercel/kv'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestRedis, startRedis } from './redis.ts'
import { startBridge } from './redis-rest.ts'

let redis: TestRedis
let bridge: Awaited<ReturnType<typeof startBridge>>
const token = 'a token of this test alone'
beforeAll(async () => {
  redis = await startRedis()
  bridge = await startBridge({ redisUrl: redis.redisUrl, token, silenceMs: 2_000 })
})
afterAll(async () => {
  await bridge.close()
  await redis.close()
})

const ask = async (authorization = `Bearer ${token}`) => {
  const request = { method: 'POST', headers: { authorization }, body: '["PING"]' }
  const answer = await fetch(bridge.url, request)
  return { status: answer.status, body: (await answer.json()) as unknown }
}
const pong = { status: 200, body: { result: Buffer.from('PONG').toString('base64') } }
const failed = (status: number, error: string) => ({
  status,
  body: { error: expect.stringContaining(error) as string },
})

it('the client of the service keeps values, and is told what Redis has against a command', async () => {
  const client = createClient({ url: bridge.url, token, retry: false })
  await client.set('text', 'plain and “not”')
  expect(await client.get('text')).toBe('plain and “not”')
  expect(await client.get('nothing')).toBeNull()
  const several = client.pipeline().set('a', 1).incr('text').get('a')
  expect(await several.exec({ keepErrors: true })).toMatchObject([
    { result: 'OK' },
    { error: expect.stringContaining('not an integer') as string },
    { result: 1 },
  ])
  await expect(client.incr('text')).rejects.toThrow('not an integer')
})

it.each(['', 'Bearer guessed', `Basic ${token}`])('"%s" is refused', async (authorization) => {
  expect(await ask(authorization)).toEqual(failed(401, 'Unauthorized'))
})

it('says that Redis is away, and finds it again when it is back', async () => {
  await redis.stop()
  expect(await ask()).toEqual(failed(503, 'Redis is away'))
  await redis.start()
  expect(await ask()).toEqual(pong)
})

it('gives up on a Redis that stands still, however many go on asking, and finds it again', async () => {
  expect(await ask()).toEqual(pong)
  redis.freeze()
  try {
    // Each asks before the one before it is given up.
    const asked: ReturnType<typeof ask>[] = []
    for (let times = 0; times < 3; times++) {
      asked.push(ask())
      await new Promise((resolve) => setTimeout(resolve, 800))
    }
    for (const answer of await Promise.all(asked))
      expect(answer).toEqual(failed(503, 'Socket timeout'))
  } finally {
    redis.thaw()
  }
  expect(await ask()).toEqual(pong)
})
